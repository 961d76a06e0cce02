import type { Everyday } from './everyday-language.ts'

export const english: Everyday = {
  asking: `
able about actually advice advise allow allowed allows already also another anybody anyhow anyone anything anyway appreciate around ask asked
away back better bit bother bring brings brought business came can cannot case certain chance clue come comes company correct could couldn
currently details did didn different do does doesn doing don done easily easy either else ever every everybody everyone
everything everywhere exactly example explain fact feel figure fine get gets getting give given go goes going gonna good
got great guess guy guys happen happens have having hear hello help helpful here hey hi hope hopefully how however idea
imagine info information instead interested interesting just kind kinds kindly know known let like likely ll look looking
lot lots made main make makes making manage many matter may maybe mean means mention might more most much must name
necessary need needed needs never nice normal normally now obvious of offer offers often ok okay one ones option options
otherwise particular people perhaps permitted place plan please point policy possibility possible possibly prefer pretty probably
problem proper properly provide provided provides purpose put question questions quite rather real really reason
recommend regard regarding relevant require required requirement right rule rules said same say says see seem seems seen
service services several shall should show simple simply since solution solve some somebody somehow someone something
sometimes somewhat somewhere sort specific specifically still stuff such suggest suggestion suppose sure take takes taken
taking talk tell thank thanks thing things think thought time times tip tips today together tomorrow tonight took tried
trick try trying two type types understand unfortunately us use useful user users uses using usual usually various ve via
want wanted wants way ways welcome well went whatever whether who whole whom whose will wish within without wonder
wondering work works would wouldn yes yesterday yet
arent cant couldnt didnt doesnt dont hows id im isnt ive theres thats whats whens wheres whos wont wouldnt youre
`,
  same: `
how much, price, prices, priced, pricing, cost, costs, fee, fees, charge, charges, rate, rates, tariff, expensive, #price
cheap, cheaper, cheapest, inexpensive, affordable, bargain, low price, lowest price
pay, pays, paid, paying, payment, payments < card, cards, credit card, debit card, cash, cheque, invoice, paypal
card, cards, credit card, debit card, contactless < visa, mastercard, amex, american express, maestro
amex, american express
bank transfer, wire, transfer, transfers
instalment, instalments, installment, installments, finance, financing, monthly payments, pay later, spread the cost
deposit, deposits, down payment, prepayment, prepay, advance payment
invoice, invoices, bill, bills, billing, receipt, receipts, vat
open, opens, opening, opened, opening times, opening hours, business hours, hours, what time, when are you, #time
close, closes, closed, closing, shut, shuts, closing time
when, what time, how late, how early, hours, until, from, daily, #time
where are you, where is, where can i find, address, location, located, situated, directions, how to find, get to you, get there, find us, find you, #address
phone, phones, telephone, tel, call, calling, ring, hotline, phone number, #phone
email, emails, mail, #email
contact, contacts, contacting, reach, get in touch, talk to, speak to, speak with, telephone, phone, call, email, #phone, #email
reply, replies, respond, response, answer, answered, get back
deliver, delivers, delivered, delivery, deliveries, ship, ships, shipped, shipping, shipment, shipments, postage, dispatch, dispatched, courier, carrier
send, sends, sent, sending, post, posted, parcel, parcels, package, packages, deliver, delivery, ship, shipping
track, tracks, tracking, where is my order, order status
abroad, international, internationally, overseas, foreign, worldwide, another country, outside < france, germany, ireland, spain, italy, portugal, netherlands, holland, belgium, austria, switzerland, denmark, sweden, norway, finland, poland, greece, turkey, canada, america, usa, australia, india, china, japan, brazil, mexico, europe, eu, africa, asia
return, returns, returned, returning, refund, refunds, refunded, exchange, send back, sent back, send it back, send them back, give back, bring back, bring it back, take back, take it back, give it back, money back, get my money
swap, swaps, exchange, exchanges, exchanged, replace, replaced, replacement, change it
change my mind, changed my mind, withdraw, withdrawal, no longer want
cancel, cancels, cancelled, canceled, cancelling, cancellation, cancellations, call off
postpone, reschedule, move a booking, move my, change my booking, change my appointment, rebook
book, books, booked, booking, bookings, reserve, reserved, reservation, reservations
appointment, appointments, slot, slots, book, booking, walk in, without booking, drop in
rent, rents, rented, renting, rental, rentals, hire, hired, hiring, lease
borrow, borrowed, borrowing, lend, lent, loan, loans, loaned, meanwhile, in the meantime
repair, repairs, repaired, repairing, fix, fixes, fixed, fixing, mend, mends, mended, mending
broken, broke, break, breaks, damage, damaged, damages, faulty, fault, faults, defect, defective, breakdown, breakdowns, stopped working
maintenance, maintain, servicing, serviced, overhaul, tune up, inspection, check up
flat tyre, flat tire, puncture, punctures, punctured
guarantee, guarantees, guaranteed, warranty, warranties
child, children, kid, kids, boy, boys, girl, girls, junior, juniors, pupil, pupils < baby, babies, toddler, toddlers, infant, infants, son, daughter, sons, daughters, teenager, teenagers, teen, teens
family, families, parents
how old, minimum age, age, aged, ages, older, younger
adult, adults, grown up, grown ups
senior, seniors, pensioner, pensioners, retired, elderly
student, students, pupil, pupils
pet, pets, animal, animals < dog, dogs, puppy, cat, cats
park, parks, parked, parking, car park, leave my car, leave the car, multi-storey, garage
bus, buses, tram, trams, train, trains, metro, underground, subway, public transport, station, ferry
car, cars, vehicle, vehicles, van, drive, drives, driving, drove
by car, car, road, motorway, drive
bike, bikes, bicycle, bicycles, cycle, cycles
e-bike, ebike, electric bike, electric bicycle, pedelec
electric car, electric cars, charging point, charging points, charging station, charger
charge, charges, charged, charging, recharge, charger, plug, socket
battery, batteries, accumulator
fly, flight, flights, plane, planes, airplane, aeroplane, airport, airline, air travel
travel, travels, travelling, trip, trips, journey, journeys, tour, tours
wheelchair, wheelchairs, step-free, ramp, ramps, barrier-free, level access
accessible, accessibility, disabled, disability, disabilities, impairment, reduced mobility < wheelchair, wheelchairs
deaf, hearing, hearing loop, induction loop
blind, partially sighted, screen reader, braille
lift, lifts, elevator, elevators
stairs, staircase, steps
vegan, vegans, vegetarian, vegetarians, plant-based, meat-free
allergy, allergies, allergen, allergens, allergic, intolerance, intolerant, gluten, lactose, nuts
ingredient, ingredients, contain, contains
discount, discounts, discounted, reduction, reductions, reduced, concession, concessions, coupon, coupons, promo, promotion, money off
sale, sales, special offer, clearance
loyalty, loyalty card, stamp card, bonus, points
gift card, gift cards, gift voucher, gift certificate, voucher, vouchers
gift, gifts, present, presents, birthday present
job, jobs, vacancy, vacancies, career, careers, employment, position, positions, recruit, recruiting, work for you, work here, hiring
apply, applies, applied, application, applications, applicant, cv
apprentice, apprentices, apprenticeship, trainee, internship, work experience, placement
salary, wage, wages, earn, earnings, pay
staff, team, employee, employees, colleague, colleagues, crew
owner, owners, owned, founder, founders, boss, manager, director, who runs, runs the, in charge
founded, found, establish, established, began, begun, since, history, how long have you
size, sizes, sizing, measure, measures, measured, measurement, measurements, dimension, dimensions
too small, too big, too large, does not fit, doesnt fit, wrong size, size, sizes, exchange
large, larger, largest, big, bigger, biggest
small, smaller, smallest, little
tall, height, high, how high, how tall
heavy, weight, weigh, weighs, load
far, distance, range, mile, miles, kilometre, kilometres, how far
near, nearby, nearest, close by, closest, around the corner
fast, quick, quickly, express, rush, in a hurry
urgent, urgently, emergency, emergencies
how long, minute, minutes, hour, hours, days, week, weeks, month, months, duration
how often, once, twice, daily, weekly, monthly, yearly, regularly
wait, waits, waiting, queue
late, later, delay, delayed, overdue
photo, photos, photograph, photographs, photography, picture, pictures, image, images, pic, pics
camera, cameras, cctv, surveillance, footage, film, filmed, filming, video, videos
bag, bags, luggage, suitcase, suitcases, baggage, backpack, rucksack
locker, lockers, storage, store my, leave my bag, leave my bags, leave my luggage
toilet, toilets, restroom, restrooms, bathroom, loo, wc
clothes, clothing, garment, garments, apparel, wear < jacket, jackets, coat, coats, trousers, shirt, shirts, shoes, gloves, dress, jersey
holiday, holidays, vacation, vacations
public holiday, public holidays, bank holiday, bank holidays, holidays < christmas, easter, new year, new years
summer, season, seasonal, june, july, august
winter, december, january, february
spring, march, april, may
autumn, september, october, november
weekend, weekends < saturday, saturdays, sunday, sundays
evening, evenings, after work, night, nights
morning, mornings, before work, early
buy, buys, bought, buying, purchase, purchases, purchased
order, orders, ordered, ordering
sell, sells, sold, selling, stock, stocks, stocked, in stock
brand, brands, manufacturer, manufacturers, make, makes
second-hand, secondhand, used, preowned, pre-owned, refurbished
trade in, trade-in, part exchange, part-exchange, take my old
new, brand new
begin, begins, beginning, began, start, starts, started, starting
end, ends, ended, finish, finishes, finished
lose, loses, lost, losing, missing, mislaid, lost property
stolen, theft, thefts, steal, stole, thief, thieves, security
free, complimentary, no charge, gratis, at no cost, for nothing, costs nothing
include, includes, included, including, inclusive, come with, comes with
member, members, membership, club, join
subscribe, subscription, subscriptions, newsletter, newsletters, unsubscribe, mailing list
speak, speaks, spoke, spoken, language, languages
afraid, nervous, scared, anxious, anxiety, fear, fears, terrified, phobia, dread, worried
pain, painful, hurt, hurts, ache, aches, sore
sick, ill, illness, unwell
doctor, doctors, physician, gp
accident, accidents, crash, crashed, fall, collision
eat, eating, ate, eaten, food, foods, meal, meals, snack, snacks, lunch, dinner
drink, drinks, drank, beverage, beverages < coffee, tea, beer, wine
cafe, coffee, coffee bar, coffee shop, bistro
wifi, wi-fi, internet, wlan
account, accounts, profile, profiles
log in, sign in, login, signin, log on
password, passwords, passcode
delete, deletes, deleted, deleting, remove, removes, removed, removing, removal, erase, erased, get rid
change, changes, changed, changing, modify, modified, edit, edited, editing, alter, update, updated, switch
display, displays, displayed, show, shows, shown, view
choose, chose, chosen, choice, select, selected, pick, picked
collect, collects, collected, collection, pick up, pickup, fetch, fetched
ride, rides, rode, ridden, riding
bring, brings, brought
write, writes, wrote, written
keep, keeps, kept, store, stores, stored, retain, retained
teach, teaches, taught, teacher, instructor, lesson, lessons, class, classes, course, courses, training
learn, learns, learned, learning, lesson, lessons, class, classes, course, courses, workshop, workshops
school, schools, pupils, class
guide, guided, guides, tour, tours, excursion, excursions
try, test, trial, try out, try on, test ride, test drive, demo
alone, on her own, on his own, on my own, on their own, by myself, unaccompanied, unsupervised
accompany, accompanied, chaperone, with an adult, supervision, supervised
group, groups, party, parties
birthday, birthdays, celebrate, celebration
wedding, weddings, marry, married
permit, permits, permitted, allow, allows, allowed, forbidden, prohibited, may i, banned
identification, identity, id card, passport, driving licence, photo id, identity document
safe, safety, secure, security
insurance, insured, insure, insurances, cover, covered
privacy, personal data, data protection, gdpr, cookies, my data
complain, complains, complained, complaint, complaints, unhappy, dissatisfied, praise
review, reviews, rating, ratings, feedback
customise, customize, customised, customized, personalise, personalize, personalised, personalized, bespoke, made to measure, engrave, engraved
clean, cleans, cleaned, cleaning, wash, washed, washing
pack, packs, packed, packing, packaging, wrap, wrapped, wrapping, box, boxed
environment, environmental, sustainable, sustainability, eco-friendly, recycle, recycled, recycling
smoke, smoking, smoker
rain, rains, rainy, bad weather, storm, wet
cancelled by weather, storm, ice, icy, snow, wind
quiet, silent, calm
estimate, estimates, quote, quotes, quotation
company, business, firm
shop, shops, store, stores
bottom, back
`,
}
