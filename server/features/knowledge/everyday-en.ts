import type { Everyday } from './everyday.ts'

export const english: Everyday = {
  asking: `
able about actually advice advise allow allowed already also always another anybody anyhow anyone anything anyway
appreciate around ask asked available away back best better bit bother business came can cannot case certain chance clue
come comes company correct could couldn currently day details did didn difference different do does doesn doing don done
easily easy effect either else ever every everybody everyone everything everywhere exactly example explain fact far feel
figure fine follow full gave get gets getting give given go goes going good got great guess guy guys happen happens have
having hear hello help helpful here hey hi hope hopefully how however idea imagine info information instead interested
interesting just keep kind kinds kindly know known let like likely little look looking lot lots made main make makes
making manage many matter may maybe mean means mention might more most much must name near necessary need needed needs
never new next nice normal normally now obvious of offer offers often ok okay one ones only option options otherwise
part particular people perhaps personal place plan please point policy possibility possible possibly prefer pretty
probably problem proper properly provide provided provides purpose put question questions quick quickly quite rather
real really reason recommend regard regarding relevant require required requirement right rule rules said same say says
see seem seems seen service services set several shall should show simple simply since single solution solve some
somebody somehow someone something sometimes somewhat somewhere soon sort specific specifically still stuff such
suggest suggestion suppose sure system take takes taken taking talk tell thank thanks thing things think thought time
times tip tips today together tomorrow tonight took tried trick try trying two type types understand unfortunately us
use used useful user users uses using usual usually various want wanted wants way ways welcome well went whatever
whether who whole whom whose will wish within without wonder wondering work works would wouldn yes yesterday yet
arent cant couldnt didnt doesnt dont hows id im isnt ive theres thats whats whens wheres whos wont wouldnt youre
`,
  common: ``,
  same: `
how much, price, prices, priced, pricing, cost, costs, fee, fees, charge, charges, rate, rates, tariff, expensive, cheap, #price
pay, pays, paid, paying, payment, payments, card, cards, cash, invoice
open, opens, opening, opened, close, closes, closed, closing, shut, hours, opening times, what time, business hours, #time
when, what time, how late, how early, hours, until, from, daily, #time
where are you, where is, where can i find, address, location, located, situated, directions, how to find, get to you, get there, find us, find you, #address
phone, phones, telephone, tel, call, calling, ring, hotline, phone number, #phone
email, emails, mail, #email
contact, contacts, contacting, reach, get in touch, talk to, speak to, speak with, telephone, phone, call, email, #phone, #email
deliver, delivers, delivered, delivery, deliveries, ship, ships, shipped, shipping, shipment, shipments, postage, post, dispatch, dispatched, courier, parcel
abroad, international, internationally, overseas, foreign, worldwide, country, countries
return, returns, returned, returning, refund, refunds, refunded, send back, sent back, give back, bring back, take back, money back, exchange, exchanged, exchanges
swap, exchange, exchanged, replace, replaced, replacement
cancel, cancels, cancelled, canceled, cancelling, cancellation, cancellations, call off
book, books, booked, booking, bookings, reserve, reserved, reservation, reservations, appointment, appointments
rent, rents, rented, renting, rental, rentals, hire, hired, hiring, borrow, borrowed, lend, lent, loan
repair, repairs, repaired, repairing, fix, fixes, fixed, fixing, mend, mends, mended, mending, broken, broke, workshop
defective, faulty, defect, damaged, damage, broken
guarantee, guarantees, guaranteed, warranty, warranties
child, children, kid, kids, baby, babies, toddler, toddlers, son, daughter, boy, girl, family, families
dog, dogs, pet, pets, animal, animals, cat, cats
park, parks, parked, parking, car park
bus, buses, tram, trams, train, trains, metro, underground, subway, public transport, station
wheelchair, wheelchairs, disabled, disability, disabilities, accessible, accessibility, step-free, ramp, barrier-free
lift, lifts, elevator, elevators
vegan, vegans, vegetarian, vegetarians, plant-based
allergy, allergies, allergen, allergens, allergic, intolerance, intolerant, ingredient, ingredients
discount, discounts, discounted, reduction, reductions, reduced, concession, concessions, coupon, coupons, promo, cheaper
gift card, gift cards, gift voucher, gift certificate, voucher, vouchers
gift, gifts, present, presents
job, jobs, vacancy, vacancies, career, careers, employment, apprenticeship, recruit, recruiting
staff, team, employee, employees, colleague, colleagues
owner, owners, owned, founder, founders, founded, runs the, who runs, boss, manager
founded, found, establish, established, began, begun, since, history, how long have you
size, sizes, sizing, measure, measures, measured, measurement, measurements, dimension, dimensions
photo, photos, photograph, photographs, photography, picture, pictures, image, images, pic, pics
bag, bags, luggage, suitcase, suitcases, baggage, backpack
toilet, toilets, restroom, restrooms, bathroom, loo
car, cars, vehicle, vehicles, drive, drives, driving, drove
bike, bikes, bicycle, bicycles
holiday, holidays, vacation, vacations
weekend, weekends, saturday, saturdays, sunday, sundays
buy, buys, bought, buying, purchase, purchases, purchased, order, orders, ordered, ordering
sell, sells, sold, selling, stock, stocks, stocked
brand, brands, manufacturer, manufacturers
begin, begins, beginning, began, start, starts, started, starting
end, ends, ended, finish, finishes, finished
fast, quick, quickly, express, urgent, urgently, rush
emergency, emergencies, urgent, urgently
lose, loses, lost, losing, missing, mislaid
free, complimentary, no charge, gratis, at no cost
include, includes, included, including, inclusive, come with, comes with
member, members, membership, join, subscribe, subscription
how old, minimum age, age, aged, ages, old, young, older, younger, under
speak, speaks, spoke, spoken, language, languages
afraid, nervous, scared, anxious, anxiety, fear, fears, terrified, phobia, dread, worried
pain, painful, hurt, hurts, ache, aches, sore
sick, ill, illness, unwell
eat, eating, ate, eaten, food, foods, meal, meals
drink, drinks, drank, beverage, beverages
wifi, wi-fi, internet, wlan
account, accounts, profile, profiles
log in, sign in, login, signin
delete, deletes, deleted, deleting, remove, removes, removed, removing, removal, erase, erased, get rid
change, changes, changed, changing, modify, modified, edit, edited, editing, alter, update, updated, switch
display, displays, displayed, show, shows, shown, view
choose, chose, chosen, choice, select, selected, pick, picked
collect, collects, collected, collection, pick up, pickup
send, sends, sent, sending
ride, rides, rode, ridden, riding
bring, brings, brought
write, writes, wrote, written
teach, teaches, taught, lesson, lessons, class, classes, course, courses, workshop, workshops
how long, minute, minutes, hour, hours, days, week, weeks, month, months, duration
how often, once, twice, daily, weekly, monthly, yearly, regularly
instalment, instalments, installment, installments, finance, financing
night, nights, overnight
clean, cleans, cleaned, cleaning, wash, washed, washing
second-hand, secondhand, used, preowned, refurbished
insurance, insured, insure, insurances
privacy, personal data, data protection, gdpr
complain, complains, complained, complaint, complaints
customise, customize, customised, customized, personalise, personalize, personalised, personalized, bespoke, made to measure
wedding, weddings, marry, married
invoice, invoices, bill, bills, billing, receipt, receipts
large, larger, largest, big, bigger, biggest
small, smaller, smallest, little
cheap, cheaper, cheapest, lowest
`,
}
