import type { Language } from './language.ts'

export const english = {
  name: 'english',
  calendar: {
    days: ['mondays?', 'tuesdays?', 'wednesdays?', 'thursdays?', 'fridays?', 'saturdays?', 'sundays?'],
    shortDays: ['mon', 'tues?', 'wed', 'thu(?:rs?)?', 'fri', 'sat', 'sun'],
    months: 'january february march april may june july august september october november december',
    shortMonths: 'jan feb mar apr may jun jul aug sept? oct nov dec',
    weekend: 'week-?ends?',
    workdays: 'weekdays?',
    everyDay: 'every day|daily|7 days a week',
    to: 'to|through|thru|until|till',
    until: 'until|till',
    closed: 'closed',
  },
  units: {
    minutes: 'minutes?|mins?',
    hours: 'hours?|hrs?',
    days: 'days?|nights?',
    weeks: 'weeks?',
    months: 'months?',
    years: 'years?',
  },
  money: {
    eur: 'euros?',
    gbp: 'pounds? sterling|pounds?|quid',
    usd: 'dollars?|bucks',
    chf: 'francs?',
    cents: 'cents?',
    pence: 'pence|penn(?:y|ies)',
  },
  spokenTimes: {
    'half past #': '#:30',
    'half #': '#:30',
    'quarter past #': '#:15',
    'quarter to #': '-#:45',
  },
  otherWords: {
    '(?:a )?fortnight': '14 days',
    'half an hour': '30 minutes',
    'a hundred': '100',
    'noon|midday': '12:00',
    midnight: '0:00',
    'around the clock|24 hours a day': '24/7',
  },
  numbers: {
    small:
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    join: (tens, small) => [`${tens}-${small}`, `${tens} ${small}`],
  },
  abbreviations:
    'approx max min no nos tel ext st vs etc mr mrs ms dr prof e.g i.e a.m p.m ave incl excl jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun',
  phrases: {
    fromPage: (title) => `From our page **${title}**:`,
    about: (title) => `About **${title}**:`,
    unavailable: 'The assistant is unavailable right now.',
    fromWebsite: 'This is what our website says:',
    foundNothing: 'I found nothing about that in our information, and I would rather not guess.',
    unconfirmed: '(I found nothing that confirms this.)',
    leaveDetails: 'If you leave us your details, somebody of the team can get back to you.',
    hello: 'Hello! What would you like to know?',
    howAreYou: 'Thank you, all is well here. What would you like to know?',
    thanks: 'You are welcome! Is there anything else?',
    bye: 'Goodbye, and thank you for your visit!',
    whoAmI: (name, business) =>
      `I am ${name}, the automatic assistant of ${business}. Ask me something, and I look it up in our information.`,
    goOn: 'All right. What would you like to know?',
    noAnswer: 'No answer came to that. You can ask it in other words.',
    gotForm: 'Thank you, we have received your details.',
    budgetUsed: (time) => `The assistant has done what it can for today and is back at ${time}.`,
    reachUs: 'This is how you reach us:',
    callback: {
      title: 'We’ll get back to you',
      name: 'Name',
      phone: 'Phone',
      email: 'Email',
      message: 'What is it about?',
      submit: 'Send request',
    },
    detailsTitle: 'Your details',
    send: 'Send',
    trouble: 'The assistant cannot answer at the moment. Please try again in a little while.',
    busy: 'Many visitors are being answered right now. Please try again in a little while.',
  },
  suggestions: {
    about: (title) => `What should I know about “${title}”?`,
    general: ['What do you offer?', 'When are you open?', 'What does it cost?', 'How can I reach you?'],
    links: 'On our website',
    call: 'Call us',
    write: 'Write to us',
  },
  button: { notLoaded: 'The chat could not be loaded. Try again.', open: 'Open chat' },
  handover: {
    asked: 'I’ve asked the team. Somebody will join you here as soon as possible. If nobody can, I’ll tell you here.',
    nobodyHere: 'Nobody is available right now.',
    nobodyCame: 'Sorry, nobody was available in time.',
    leaveNumber: 'Leave your number or email and we’ll get back to you.',
    callbackKept: 'Thank you. We have your request and will get back to you.',
    fileKept: 'Thank you. I have kept the file for the team, but I cannot look into it myself. What is it about?',
    emailKept: (email) => `Thank you. We’ll answer you at ${email}.`,
    leftQueue: 'The request for a person was withdrawn. The assistant answers from here on.',
    closedByVisitor: 'The chat was ended by the visitor. Write again whenever you like.',
    team: 'Our team',
    joined: (name) => `${name ?? 'Somebody from the team'} joined the chat.`,
    closed: 'The chat was closed. Write again whenever you like.',
    closedIdle: 'The chat was closed because nobody wrote for a while. Write again whenever you like.',
    handedBack: (botName) => `${botName}, the automatic assistant, answers from here on.`,
  },
  summary: {
    asked: (question) => `The visitor asked: “${question}”`,
    left: (details) => `Contact: ${details}.`,
    outcomes: {
      answered: 'They got an answer.',
      booked: 'An appointment was booked.',
      lead_captured: 'They left their details.',
      callback_requested: 'They asked to be called.',
      unanswered: 'Their question stayed open.',
      abandoned: 'The visitor wrote nothing.',
      pending: 'They asked for a person, and nobody has answered yet.',
    },
    callBack: (who) => (who ? `Call back: ${who}` : 'Call the visitor back.'),
    answer: (question) => `Answer: “${question}”`,
    reply: 'Reply to the visitor.',
  },
  transcript: {
    title: (business) => `Chat with ${business}`,
    times: (zone) => `Times are those of ${zone}.`,
    earlier: 'Earlier messages are left out.',
    visitor: 'You',
    team: 'Our team',
  },
  details: {
    title: 'Business details',
    about: 'About us',
    phones: 'Telephone number',
    emails: 'Email address',
    address: 'Address',
    hours: 'Opening hours',
    areas: 'Where we work',
    services: 'Services',
    links: 'Links',
    booking: 'Book an appointment',
    prices: 'Prices',
    closed: 'closed',
    days: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
  },
  telegram: {
    waiting: '🟠 Waiting for a person',
    taken: (name) => `🟢 Assigned to ${name}`,
    bot: '🤖 Assigned to the assistant',
    handedBack: '🤖 Handed back to the assistant',
    gone: '🗑 This conversation was deleted.',
    missed: '⚪ Missed: nobody took this chat in time. The assistant replies again.',
    closed: '⚫ Closed',
    asked: 'The visitor wrote:',
    page: 'Page:',
    contact: 'Contact:',
    howTo: 'Messages in this topic go to the visitor. /close closes the chat, /bot hands it back to the assistant.',
    howToFlat:
      "Reply to one of the visitor's messages to answer. /close as a reply closes the chat, /bot hands it back to the assistant.",
    visitor: (tag) => `Visitor ${tag}`,
    assistant: 'Assistant',
    take: 'Take',
    close: 'Close',
    back: 'Hand back',
    done: { take: 'Assigned to you.', close: 'Closed.', bot: 'Handed back to the assistant.' },
    onlyText: 'Not sent to the visitor: only text can be sent.',
    edits: 'The visitor still sees the first version: changes are not sent.',
    anonymous: 'Not sent to the visitor: write as yourself, not as an anonymous admin.',
    whom: "Not sent: reply to one of a visitor's messages.",
    unknownCommand: (name) => `Not sent: there is no command /${name}.`,
    stale: 'This button does not belong to this chat.',
    tooLong: 'Not sent to the visitor: at most 4,000 characters.',
    trouble: 'Not sent to the visitor: something went wrong. Please try again.',
    linked: (site) => `✅ Linked. Visitors of ${site} who ask for a person are shown here.`,
    noTopics: 'This chat has no topics; visitors are distinguished by replies. A group with topics is easier.',
    mayNotManage: 'The bot may not manage topics here. Make it an admin with that right.',
    alreadyLinked: 'This chat is linked already.',
    wrongCode: 'That is not the code. It stands in the settings for live chat.',
    tooManyCodes: 'Too many wrong codes. Try again in an hour.',
    test: (site) => `✅ A test from the settings of ${site}: this chat can be reached.`,
  },
  smallTalk: {
    core: {
      thanks: 'thanks thank thx ty cheers tysm tnx thanx thankyou ta appreciated',
      bye: 'bye goodbye cya byebye',
      hello: 'hello hi hey heya hiya howdy yo greetings morning afternoon evening',
      goOn: 'ok okay okey k kk yes yeah yea yup ya no nah yep nope sure alright fine good great perfect super cool nice awesome wonderful excellent brilliant lovely amazing fantastic understood',
    },
    rest: 'you u very much so a lot many again all there day everybody everyone for your help the that thats its helps helped helpful useful really was and then now please have later mate guys folks sir quick reply answer answers answered my question info information today tomorrow tonight',
    said: {
      howAreYou:
        'how are you|how are you doing|how are you today|how is it going|hows it going|whats up|sup|are you ok|hows your day|hows your day going|how is your day|how was your day|hows everything|how have you been|how r u|how are u|how do you do|how are things',
      whoAmI:
        'who are you|who are u|what are you|are you a robot|are you a bot|are you a human|are you human|are you real|are you a person|are you an ai|are you ai|what can you do|what do you do|what is your name|whats your name|am i * to a *|am i * to an *|am i * with a *|am i * with an *|is this a bot|is this a robot|is this ai|is this an ai|is this a human|is this a person|who am i talking to|who am i speaking to|who is this|whos this|what is this|are you chatgpt|are you gpt|are you a machine|are you a real *|are you an actual *|are u a bot|r u a bot|are u human|what can you help me with|what can you help with|how can you help|how can you help me|what can i ask you|what can i ask',
      bye: 'see you|see ya|see you later|see you soon|see you around|catch you *|talk to you *|have a * day|have a * night|have a * time|have a * one|have a * evening|have a * weekend|have a * week|good night|take care|talk later|speak soon|all the best|that is all|thats all|that was all|that will be all|thats it|nothing else|no more questions',
      goOn: 'nice one|that was quick|got it|i got it|sounds good|makes sense|that makes sense|i see|i understand|fair enough|no problem|no worries|all good|will do|good to know|of course|not sure',
      thanks:
        'much appreciated|appreciate it|i appreciate it|that answers my question|that helps a lot|that was helpful|very helpful',
    },
  },
  asksNothing: [
    /\b(fuck\w*|shit\w*|bullshit|idiots?|stupid|moron\w*|assholes?|bastards?|bitch\w*|dumb|useless|cunt\w*|wank\w*|thie(f|ves)|scam\w*|what the hell|go to hell|screw you)\b/iu,
    /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instructions?|prompts?|rules|above|previous|training)\b/iu,
    /\b(system|initial|hidden|original) ?prompts?\b|\b(your|the|these) (instructions|guidelines|prompts?)\b|\bapi[- ]?keys?\b|\badmin(istrator)?( key| password)?\b.{0,20}\b(key|password|token)\b/iu,
    /\byou are now\b|\b(pretend|act|behave) (to be|as|like)\b|\b(developer|god|debug) mode\b|\bjailbreak\b|\brepeat (everything|all|the words)\b|\{\{|<\/?[a-z]+[^>]*>/iu,
    /^(please |can you |could you )?(write|translate|summari[sz]e|generate|compose|calculate|solve|tell) (me |us )?(an? |the |this |some )?(\w+ )?(poem|story|joke|essay|code|function|script|song|text|program|email)\b/iu,
  ],
  introduces: "my name is|i am|i'm|this is",
  trials: 'never ?mind',
  asking: `
able about actually advice advise allow allowed allows already also another anybody anyhow anyone anything anyway appreciate around ask asked away back better bit
bother bring brings brought business came can cannot case certain chance clue come comes company correct could couldn currently details did didn different do does
doesn doing don done easily easy either else ever every everybody everyone everything everywhere exactly example explain fact feel figure fine get gets getting give
given go goes going gonna good got great guess guy guys happen happens have having hear hello help helpful here hey hi hope hopefully how however idea imagine info
information instead interested interesting just kind kinds kindly know known let like likely ll look looking lot lots made main make makes making manage many matter
may maybe mean means mention might more most much must name necessary need needed needs never nice normal normally now obvious of offer offers often ok okay one ones
option options otherwise particular people perhaps permitted place plan please point policy possibility possible possibly prefer pretty probably problem proper
properly provide provided provides purpose put question questions quite rather real really reason recommend regard regarding relevant require required requirement
right rule rules said same say says see seem seems seen service services several shall should show simple simply since solution solve some somebody somehow someone
something sometimes somewhat somewhere sort specific specifically still stuff such suggest suggestion suppose sure take takes taken taking talk tell thank thanks
thing things think thought time times tip tips today together tomorrow tonight took tried trick try trying two type types understand unfortunately us use useful user
users uses using usual usually various ve via want wanted wants way ways welcome well went whatever whether who whole whom whose will wish within without wonder
wondering work works would wouldn yes yesterday yet arent cant couldnt didnt doesnt dont hows id im isnt ive theres thats whats whens wheres whos wont wouldnt youre
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
} satisfies Language
