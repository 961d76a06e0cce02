import { any, before, gap, onlyWords, pattern, type Wishes } from './pattern.ts'

const real = '(?:(?:real|live|actual|human|proper|normal|physical|living|breathing|single|nice|competent|different) )'
const agents =
  'agents?|(?:customer |sales )?reps?|representatives?|operators?|advis[oe]rs?|managers?|supervisors?|(?:customer|live) (?:service|support|care|chat)(?: \\w*(?:agent|team|staff|rep|person|representative|advisor|executive))?|(?:tech )?support(?: (?:team|staff|agents?|person|people|folks|guys))?'
const humans = `humans?(?: beings?)?|${real}+(?:persons?|people|beings?|one|staff|support|help|assistance|contact|interaction|employees?|${agents})|human (?:response|answer|reply)|(?:someone|somebody|anyone|anybody) (?:real|human)`
const anyone = '(?:some ?one|some ?body|any ?one|any ?body)(?: else)?|persons?'
/** Departments and professions. */
const roles =
  '\\w+ department|billing|accounting|sales(?:person|man|woman| (?:team|rep|agent))?|reception|front desk|management|owner|chef|mechanics?|experts?|\\w+(?:ists?|icians?|eers?|ants?)'
const staff = `${roles}|people|employees?|colleagues?(?: \\w+)?|associates?|staff(?: members?)?|members? of (?:your |the |ur )?(?:staff|team)|team(?: members?)?|boss|(?<=one of (?:your|the) )\\w+|contact persons?|my (?:account manager|advis[oe]r|agent|consultant|contact|case ?worker)|(?:mr|mrs|ms|dr) \\w+|guys?|(?:wo)?m[ae]n|lad(?:y|ies)|whoever|gentleman|girl|doctor|lawyer|instructor|teacher|trainer`
const bot =
  '(?:(?:a|an|the|this|your|another|any|some|more|stupid|with|to|of|deal with) )*(?:bots?|chat ?bots?|robots?|machines?|ai|computers?|software|automated (?:systems?|answers?|repl(?:y|ies)|responses?))'

/** One of these persons, with an article or the like. */
const a = (persons: string) =>
  `\\b(?:(?:a|an|the|any|some|another|your|ur|one|of|this|somebody|someone|anyone|from|\\w+'s|store|shop|sales|hotel|office|duty|general|head|technical|service) )*${real}*${any(persons)}`
const everybody = `${humans}|${agents}|${anyone}|${staff}`
const members = `${humans}|${agents}|boss|employees?|colleagues?|staff(?: members?)?|members? of (?:your |the )?(?:staff|team)`

const goesOn =
  "please|pls|plz|now|rn|right|here|there|today|asap|instead|about|regarding|concerning|from|at|or|and|but|not|no|because|cause|cos|since|as|so|if|i|i'm|i've|my|me|we|our|this|it|is|available|online|over|else|immediately|urgently|again|directly|first|rather|thanks|thank|any ?more|to (?:talk|speak|chat|discuss|answer|reply|respond|(?:help|assist|call|contact) (?:me|us)|look (?:at|into)|explain|take over|join)|who (?:\\w+ed (?:me|my|our|us)\\b|(?:dealt|spoke) with|wrote|sent|sold|did|(?:actually |really )?(?:can|could|helped|called|knows?|understands?|works?|is))|that (?:can|could|knows?|understands?)|i (?:can|could)|on (?:the (?:phone|line)|here|this|chat)|in (?:your|the (?:team|shop|office)|person|charge|reception|support|sales|billing|english|german|french|spanish)|of (?:yours|(?:your|the) (?:team|staff|company|shop|support|business))|for (?:me|this|that|help|support|the \\w+ time)|working"
const after = before(goesOn)
const afterTalk = before(`${goesOn}|for|by (?:phone|chat)|via (?:phone|chat|video)|tomorrow|tonight|with`)

const wish =
  "(?:\\b(?:want|need|like|love|prefer|trying|try) (?:to|2)|\\b(?:number to|can (?:call|ring|dial) to)|\\bwanna|\\bi(?:'d| would| do)?(?: (?:really|rather|much|also|just|only|still|think i))* (?:want|wanna|need|wish|like|love|prefer|demand|insist|request|have|must)|\\bi(?:'d| would)?(?: much)? rather|\\bwe(?:'d| would)? (?:want|need|like|wish)|\\blet(?:ting)? (?:me|us)|\\b(?:please|pls|plz)|\\b(?:can|could|may|might|can't|cant|cannot|couldn't) (?:i|we)|\\b(?:how|where) (?:can|do|could|would) (?:i|we)|\\bhow to|\\bpossible to|\\ballow me|\\b(?:ok|okay|all ?right|fine) (?:to|if i)|\\bif (?:i|we)(?: could| can)?|\\b(?:ask|try|look|hop)(?:ing)? (?:to|for)|\\bappreciate|\\bcomfortable|\\bfeel better|\\b(?:way|able|chance|here) (?:to|of))"
const talk = any(
  '(?:discuss|explain|raise|resolve|settle|sort|clear|clarify|go (?:over|through)|take(?= (?:this|it|that) up))(?: (?:this|it|that|an?|my|the|some\\w*)).{0,30}?|(?:speak|talk)(?:ing)?|spoke|talked|chat(?:ting)?|convers(?:e|ing)|communicate|deal(?:ing)?|complaint?|be connected|get connected|a (?:\\w+ )?(?:word|chat|talk|conversation|call)(?= with)',
)
/** What makes of any mention of a human one of a wish. */
const longing =
  "\\b(?:i|we)(?:'d| would|'m| am|'ve)?\\b.{0,20}?\\b(?:want|need|prefer|like|rather|better|demand|insist|request|hope)\\b"
const reach = any(
  'reach|contact|message|get hold of|get a hold of|get through to|get to|get in touch with|in (?:touch|contact) with|write to',
)
const whoTo =
  '\\bwhom? (?:can|could|do|should|would) i (?:need to |have to )?(?:(?:talk|speak|chat|complain|turn|write) (?:to|with)|contact|call|ring|phone|get in touch with)\\b'
const later = any(
  'back|please|pls|now|today|tomorrow|tonight|this|later|again|asap|urgently|at|on|by (?:tele)?phone|about|as soon as possible|in|for|to|under|immediately|regarding|when you',
)
const hereNow =
  '(?: (?:there|here|around|available|online|home|in|listening|reading(?: this)?|free|(?:on|at|behind|in) (?:this|the) (?:chat|line|phone|other end|other side)))+(?: (?:right now|now|please|today|at the moment))*(?: to (?:talk|speak|chat|answer|help$|(?:help|assist) (?:me|us))\\b.*)?$'
const fillers = '(?:(?:hi|hello|hey|ok|okay|no|so|just|but|please|pls|plz|and|then|sorry|thanks|stop|i said)[ ,]+)*'
/** Where a sentence that asks for nothing else begins, and where any part of one does. */
const start = `^${fillers}`
const begin = `(?:^|, ?)${fillers}`
const end =
  '(?:,? (?:please|pls|plz|now|right now|asap|here|there|thanks|thank you|instead|only|any ?more|on the (?:phone|line)|(?:in|on|into|to) (?:this|the) (?:chat|conversation)))*(?:$|,)'

/** How visitors ask for a person. */
export const english: Wishes = {
  asks: [
    pattern(wish, `\\b${gap(40)}\\b${talk} ${gap(12)}(?:to|2|with|w/?) `, a(`${everybody}|him|her|them`), afterTalk),
    pattern(whoTo),
    pattern('\\bwhom? else (?:can|could|may|should) i (?:ask|talk|speak|turn|contact|call)\\b'),
    pattern('\\b(?:can|could|would) (?:some|any) ?(?:one|body) else (?:please )?(?:help|assist|answer|take over)\\b'),
    pattern('\\b(?:get|take) me (?:out of|away from|off) ', bot, end),
    pattern(
      wish,
      gap(40),
      '\\b',
      talk,
      ' (?:to|with) \\w+ (?:from|at|in) (?:your |the )?(?:reception|front desk|sales|support|accounts|accounting|billing|team|office|customer service)\\b',
    ),
    pattern('\\b', talk, ' (?:to|with) whoever\\b'),
    pattern(begin, '(?:live )?', talk, ' (?:to|with) ', a(everybody), afterTalk),
    pattern(
      "\\b(?:(?:can|could|shall) we|i(?:'d| would) (?:rather|like|love|prefer)|i (?:want|need|prefer)) (?:to )?(?:please )?",
      '(?:talk|speak|chat|call|(?:discuss|do|sort|settle|explain)(?: \\w+){0,3}) (?:on|over|by|via) (?:the )?(?:tele)?phone',
      after,
    ),
    pattern(wish, `\\b${gap(30)}\\b${reach} `, a(everybody), after),
    pattern(wish, gap(15), '\\b(?:call|phone|ring) ', a(`${humans}|${anyone}`), after),
    pattern(begin, reach, ' ', a(everybody), end),

    pattern(
      "\\b(?:i|we)(?:'d| would)?(?: (?:really|just|still|only|rather|much))* (?:want|need|wish for|demand|prefer|like|require|request|have|am looking for)(?: to have| to get)? ",
      any(`${a(`${humans}|${agents}|${anyone}`)}${after}|${a(humans)} with (?:my|our|this|that|it)\\b`),
    ),
    pattern('\\b(?:want|need|like|demand|insist on) (?:to see|seeing) ', a(`${humans}|${agents}`), end),
    pattern(
      longing,
      gap(50),
      a(humans),
      any(`${after}|(?= (?:\\w+ )?(?:answer|repl[iy]|respond|deal|look (?:at|into) (?:this|it|my))\\w*)`),
    ),
    pattern(
      longing,
      gap(30),
      '\\b(?:ask|asked|answered|helped|advised|served)(?: by| to)? ',
      a(`${members}|${anyone}`),
      '(?: something| (?:a|some) questions?)?',
      after,
    ),
    pattern(
      "\\b(?:i'm|im|i am|i was|i've been|i) (?:looking|asking|asked|waiting) for ",
      a(`${humans}|${agents}|person`),
      after,
    ),
    pattern('\\b(?:get|bring|take) me\\b', gap(25), '\\bto ', a(humans), after),
    pattern("\\b(?:can|could|may) i (?:get|have) (?:someone|somebody|a person|a human|a colleague)'s help\\b"),
    pattern(
      begin,
      '(?:want|need|request|demand|give|get|put|bring|send) ',
      a(`${humans}|${agents}|${anyone}`),
      '(?: (?:on|in|over))?',
      end,
    ),
    pattern(
      '\\b(?:can|could|may|how (?:do|can|could)) (?:i|we) (?:please )?(?:get|have|see) ',
      a(`${humans}|${agents}|${anyone}`),
      after,
    ),
    pattern(
      '\\b(?:(?:get|give|find|bring|fetch) (?:me|us)|(?:^|you |please |able to |possible to )(?:please )?(?:get|find|(?:bring|call|loop|pull) in|bring|fetch|ask|involve|tell|let)) ',
      a(`${members}|${anyone}|boss`),
      any(`${after}|(?= (?:know|that)\\b)`),
    ),
    pattern(
      begin,
      a(`${humans}|${agents}|persons?|staff|employee`),
      `(?: (?:to|for) (?:talk|speak|chat)(?: to)?)?`,
      end,
    ),
    pattern(
      begin,
      '(?:get|give me|find|bring) ',
      any(anyone),
      ' (?:competent|qualified|real|capable|senior|responsible)',
      end,
    ),
    pattern(begin, any(`${humans}|${agents}`), any(` ${any(`${humans}|${agents}`)}`), '+$'),
    pattern(begin, a(`${humans}|${agents}|${roles}`), ' (?:please|pls|plz|needed|wanted|required)', end),
    pattern(begin, any(anyone), '(?: (?:help|assist|answer)(?: me)?| from [\\w ]{1,30}?)?,? (?:please|pls|plz)', end),

    pattern(
      `\\b(?:connect|transfer|hand|pass|put|forward|escalate|redirect|switch|patch)(?: (?:me|us|it|this|(?:(?:this|my|the) )?(?:complaint|message|question|request|chat|ticket|case|issue|problem|conversation|query|enquiry)))?(?: (?:over|through|on|back))? (?:to|with) `,
      a(everybody),
      after,
    ),
    pattern(
      '\\b(?:can|could|will|would|let|sure|please)\\b',
      gap(12),
      a(`${humans}|person`),
      ' (?:please )?(?:reads?|sees?|checks?|confirms?|verif(?:y|ies)|decides?|handles?|takes? care of) (?:this|it|that|my)\\b',
    ),
    pattern(wish, gap(12), '\\bescalate(?: (?:this|it|(?:my|the) \\w+))?', end),
    pattern(
      '\\b(?:can|could|would|will) ',
      a(`${agents}|${anyone}`),
      '(?: (?:from|in|at) [\\w ]{1,25}?)? (?:please )?(?:message|text|write(?: to)?|get back to) (?:me|us)',
      end,
    ),
    pattern(begin, '(?:connect|transfer|escalate(?: (?:this|it|me|(?:my|the) \\w+))?)', end),
    pattern('\\bsend (?:me|us)(?: over| on)? to ', a(`${humans}|${agents}|${anyone}`), after),
    pattern(
      '\\b(?:get|put|have) ',
      a(`${humans}|${agents}`),
      ' (?:on|onto|in|into) (?:this|it|the (?:chat|case|line))',
      end,
    ),
    pattern('\\bsend ', a(anyone), ' (?:to|into) (?:this|the) chat\\b'),
    pattern(
      '\\b(?:put (?:me|us) through|(?:transfer|connect) (?:me|us)(?: (?:please|pls|already|now|then|finally))*$|hand me (?:over|off)|(?:transferring|connecting|putting) me|(?:passing|handing|forwarding) me (?:on|over|to)\\b)',
    ),
    pattern(wish, `\\b${gap(20)}\\b(?:be|get) (?:connected|transferred|contacted|called|forwarded|put through)\\b`),

    pattern(
      "\\b(?:is|are|isn't|aren't) (?:there )?",
      a(`${members}|${anyone}|owner|people|nobody|no one`),
      '(?: else| from [\\w ]{1,20}?)?',
      hereNow,
    ),
    pattern('^(?:(?:hello|hi|hey),? )?', a(`${members}|${anyone}|people`), hereNow),
    pattern(
      "\\b(?:(?:is|are|isn't|aren't) there|there (?:must|has to|should) be|do you have|have you got) ",
      a(`${everybody}|nobody(?: real)?|no one`),
      `\\b${gap(24)}\\b(?:(?:(?:i|we) (?:can|could|may|might)|to) (?:talk|speak|chat|write|turn|reach|contact|message|e?-?mail|text|ask|call|ring|phone)\\b|who can$)`,
    ),
    pattern(
      '\\b(?:are there|do you have|have you got|is there) ',
      a(humans),
      '(?: (?:here|there|working|at all|too|as well))*(?: who (?:can|could) (?:help|answer).*)?$',
    ),
    pattern(
      '\\b(?:is there|do you (?:guys )?(?:have|offer)|have you got) (?:any |a )?live (?:chat|support|help|agents?)',
      end,
    ),
    pattern(
      '\\b(?:is there|do you have|have you got|do you offer) (?:an? |any )?(?:live )?(?:chat|support|hotline|line|number) with ',
      a(humans),
      '$',
    ),
    pattern(
      '\\bdo(?:es)? ',
      a(`${humans}|${anyone}|people`),
      ' (?:actually |ever )*(?:work|answer|reply|read)(?:(?: this| these| the| my)? (?:messages?|chats?)| this)?(?: here| there|$)',
    ),
    pattern('\\b(?:can|could|will|does|would) ', a(humans), ' (?:ever |actually |please )?(?:read|see|look at) '),

    pattern(
      '\\b(?:help|(?:help|advis|answer|assist|serv)ed|assist[ae]nce|answers?|reply|replies|response|advice|support|hear|contact) (?:from|by|of|with) ',
      a(`${members}|persons?`),
      after,
    ),
    pattern(
      '\\b(?:can|could|would|will|may|please have|please let|have) ',
      a(`${members}|persons?`),
      '(?: of yours)? (?:please )?(?:(?:help|assist|answer|check|read) (?:me|us|this|my)|help$|answer$|reply|respond|take over|join|(?:take a )?look (?:at|into))\\b',
    ),
    pattern(
      '\\b',
      any(anyone),
      ' (?:from|in|at) (?:your|the) \\w+ (?:please )?(?:explain|help|answer|tell|look|check)\\b',
    ),
    pattern('\\b(?:is|will|can|does) ', any(anyone), ' (?:going to |ever |please )?(?:answer|reply|respond)\\b'),
    pattern(
      '\\b(?:someone|somebody|anyone|anybody|person|team|colleagues?|human)\\b',
      gap(20),
      '\\b(?:get back to|reach out to|write to|email|reply to) me\\b',
    ),
    pattern(
      '\\b(?:can|could|would|should|please|have|let|ask|get|want|need|like)\\b',
      gap(12),
      a(everybody),
      gap(20),
      '\\b(?:get in (?:touch|contact)|reach out|take over|step in)\\b',
    ),
    pattern(
      '\\b(?:can|could|would|have|let|get|want|need|like)\\b',
      gap(8),
      a(everybody),
      ' (?:to )?(?:(?:take|have) a look$|(?:check|review|look (?:at|into)|handle|answer) (?:this|it|my (?:ticket|case|account|request|problem|issue|message|question))\\b)',
    ),
    pattern(
      '\\b(?:can|could|would) ',
      a(`${members}|${anyone}|${roles}`),
      gap(40),
      '\\b(?:on|over|by|via) the (?:tele)?phone\\b',
    ),
    pattern('\\b(?:want|need|like) to see ', a(`${humans}|${agents}|${anyone}`), ' (?:about|regarding|now)\\b'),
    pattern('\\bthis (?:really )?(?:needs|requires) (?:to be \\w+(?: \\w+)? by )?', a(`${humans}|person`), end),
    pattern('\\bleave (?:a )?message for ', a(everybody), after),
    pattern('\\bput ', a(`${members}|${anyone}`), ' (?:on|through)', end),
    pattern('\\bnumber of some ?(?:one|body)', any(`${end}|(?= who (?:can|could) help)`)),
    pattern(
      a(`${members}|${anyone}`),
      ' (?:please |really |actually |real )?(?:help|assist) (?:me|us) (?:personally|in person|for real)\\b',
    ),
    pattern('\\b(?:get back to|reply to|answer|respond to|write to) (?:me|us) (?:personally|in person)\\b'),
    pattern(
      '\\bwaiting for ',
      a(`${members}|${anyone}`),
      ' to (?:answer|reply|respond|help|call|contact|get back|write|join)\\b',
    ),
    pattern(
      '\\bwhere (?:can|do|could) i (?:find|get|reach) ',
      a(`${members}|${anyone}`),
      any(`${end}|(?: (?:who|that) (?:can|could) (?:answer|help|explain)(?: (?:me|this|that|it|my \\w+))*$)`),
    ),
    pattern('\\bnumber where (?:i|we|you) (?:can )?(?:get|reach|speak to|talk to|find) ', a(`${humans}|${anyone}`)),
    pattern(
      '\\b(?:number|phone|line)\\b',
      gap(20),
      a(`${humans}|${anyone}`),
      ' (?:actually )?(?:picks? up|answers?)\\b',
    ),
    pattern(
      "\\b(?:can't|cannot|cant|unable to|trying to) (?:seem to )?(?:reach|get (?:hold of|through to)) ",
      a(everybody),
      after,
    ),

    pattern(
      "\\b(?:don'?t|do not|never|not|won't|refuse|stop|tired of|sick of|hate|instead of|rather than)\\b",
      gap(24),
      '\\b(?:talk|speak|chat|writ|deal|typ)\\w* (?:to|with) ',
      bot,
      after,
    ),
    pattern("\\b(?:don'?t|do not|didn't) (?:want|like)(?: to)? ", bot, after),
    pattern(longing, ' not (?:to )?(?:use|have|get|be answered by) ', bot, after),
    pattern('\\btoo \\w+ for ', bot, end),
    pattern(
      "(?:^|\\b(?:this|your|ur|the|stupid) (?:\\w+ )?)(?:chat ?bot|bot|ai)(?:'s| is| are)? (?:\\w+ ){0,2}?",
      "(?:useless|rubbish|stupid|dumb|hopeless|pointless|terrible|awful|crap|shit|annoying|a joke|broken|garbage|not helpful|no (?:good|use|help)|not helping|(?:does ?n[o']?t|can ?n?[o']?t|never|won't) (?:\\w+ )?(?:understand|help|get|listen|answer)(?: (?:me|us|it|anything|a \\w+(?: \\w+)?|what i \\w+))?)",
      end,
    ),
    pattern('\\b(?:sick|tired|fed up|done|enough|bored|hate|bypass|skip|get (?:past|around)) ', bot, end),
    pattern(
      "\\b(?:don't|do not|doubt) (?:think |believe )?",
      gap(6),
      bot,
      ' (?:can|could|will) (?:help|solve|answer|understand)',
    ),
    pattern(
      '\\b(?:stop|enough|no more|sick|tired|fed up)\\b',
      gap(20),
      '\\b(?:bot|automated|automatic|canned|robot|ai) (?:answers?|repl(?:y|ies)|responses?|messages?)',
      end,
    ),
    pattern(begin, '(?:stupid|useless|dumb|bad|rubbish|awful|terrible) (?:(?:chat ?)?bot|robot)', end),
    pattern(start, '(?:no|not|stop) ', bot, end),
    pattern(
      a(`${humans}|${agents}|${anyone}|people`),
      gap(12),
      '\\b(?:not|no|instead of|rather than|than|over|to) ',
      bot,
      end,
    ),

    pattern(
      '\\b(?:please|can|could|would|will|may|someone|somebody|anyone|have|ask|tell)\\b',
      gap(36),
      `\\b(?:call|phone|ring|telephone|contact|calling|phoning|contacting) (?:me|us)(?:$|,| ${later}\\b)`,
    ),
    pattern(`^(?:call|phone|ring) (?:me|us)(?:$|,| ${later}\\b)`),
    pattern(
      '\\b(?:want|need|like|request|get|have|give me)\\b',
      gap(12),
      '\\b(?:a )?(?:call ?back|phone call|call from (?:you|someone|somebody|your))\\b',
    ),
    pattern('\\b(?:give|drop) (?:me|us) a (?:quick )?(?:call|ring|buzz|bell|line)\\b'),
    pattern(begin, 'call ?back', end),
    pattern(
      '\\b(?:can|could|may|shall) (?:we|i) (?:please )?(?:have|do|get) a (?:(?:quick|short|brief|phone|telephone) )*call',
      end,
    ),
    pattern(
      '\\b(?:can|could|please|someone|somebody)\\b',
      gap(25),
      '\\b(?:call|ring|phone) my (?:mobile|cell|phone|number|landline)\\b',
    ),
    pattern('\\b(?:please|pls|plz) (?:call|phone|ring)$'),
    pattern(begin, '(?:call|phone|ring|text) [+\\d][\\d ()/-]{5,}'),

    onlyWords(
      "a|an|the|your|ur|any|some|one|of|only|honestly|want|wanna|need|hotline|number|down|company|still|attention|another|other|real|actual|live|human|proper|to|with|by|from|on|in|at|for|about|over|through|via|and|or|but|not|no|instead|than|this|that|it|here|there|now|today|tomorrow|right|again|finally|just|only|really|also|still|please|pls|plz|thanks|thank|you|hi|hello|hey|sorry|ok|is|are|it's|be|can|could|may|might|would|will|should|do|don't|let|get|have|give|possible|way|chance|who|whom|quick|quickly|quickest|urgently|asap|bot|bots|robot|machine|computer|chatbot|phone|telephone|chat|case|issue|problem|question|complaint|matter|help|assist|directly|personally|someone's|back|everyone|if|mind|able|up|hold|touch|actually|rather|more|else|office|department|customer|look|take|into|charge|think|whoever|line|minute|moment|second|free|available|works|working",
      "i|i'd|i'm|i've|im|we|we'd|me|us|my|our|please|pls|plz|kindly",
      'humans?|persons?|people|someone|somebody|anyone|anybody|agents?|reps?|representatives?|operators?|managers?|supervisors?|boss|owner|colleagues?|staff|team|members?|employees?|advis[oe]rs?|technicians?|engineers?|specialists?|experts?|consultants?|sales|reception|receptionist|guys',
      'speak|speaking|talk|talking|chat|chatting|discuss|conversation|word|call|ring|contact|reach|connect|connected|transfer|transferred|answer|answered|respond|prefer|demand|insist|handle|handled|review|reviewed|touch|needs|escalate|escalated',
    ),
  ],
  asksNot: [
    pattern('\\b(?:to|with|by) my (?:own )?(?:team|boss|staff|manager|colleagues?|employees?|people|members?)\\b'),
    pattern(
      '\\b(?:want|like|love) to be(?:come)? (?:a|an|your)\\b|\\btransfer (?:a|the|my) call\\b|\\b(?:was|were|been) in (?:touch|contact)\\b',
    ),
    pattern(
      '\\byou (?:don.t|do not|dont) (?:have|need) to\\b|\\bthank(?:s| you) for (?:hav|gett|lett|call|putt|connect)ing\\b',
    ),
    pattern('\\bbook a (?:\\w+ )?(?:call|chat|talk|conversation)\\b'),
    pattern(
      '^(?:(?:hi|hello|hey),? )?(?:when|what|at what|which|until|whom? (?!(?:can|could|do|should|would) i )|whose|why|how (?:long|many|much|often))\\b',
      '(?!.*\\b(?:i (?:want|need) to|let me)\\b)(?! (?:is|are|will) .*\\bto (?:talk|speak|chat)(?: (?:to|with) (?:me|us))?$)',
    ),
    pattern('^(?:(?:hi|hello|hey),? )?where\\b', `(?! (?:can|could|do|may) (?:i|we) (?:${talk}|${reach}|find|get))`),
    pattern(
      '(?<!how |where |who )\\b(?:do|did|must|should|does|will) (?:i|we|one|you|they|my|your) ',
      gap(12),
      '(?:need|have|want|speak|talk|contact|call|phone)\\b',
      `(?! .*\\b(?:now|instead|please|${any(humans)}|(?:i|we) (?:can|could)|bot or (?:can|could|may) (?:i|we)|to (?:talk|speak|chat))\\b)`,
    ),
    pattern('\\b(?:am i|are you|is this|was that) (?:\\w+ )?(?:talking|speaking|chatting|a|an|really)\\b'),
    pattern(
      "\\b(?:don'?t|do not|didn'?t|never) (?:want|need|have|wish|like)(?: to (?:speak|talk|chat) (?:to|with))? ",
      a(`${humans}|${agents}|${anyone}|people|staff`),
      '\\b',
    ),
    pattern("\\b(?:don'?t|do not|never|not|anyone to|nobody) ", gap(12), '\\b(?:call|phone|ring|contact) (?:me|us)\\b'),
    pattern(
      '\\b(?:call|phone|ring|contact) (?:me|us)(?: back)? (?:when (?!you)|if|once|before|in case|as soon as (?!p))',
    ),
    pattern(
      '\\b(?:can|does|do|will) (?:the|your) (?:\\w+ )?(?:\\w*bots?|ai|software|system|app)\\b(?!.*\\b(?:me|us)\\b)',
    ),
    pattern('^my \\w+ (?:(?:wants|needs|has) to|will|would|said|told)\\b'),
    pattern('\\b(?:per|each|every) (?:person|people)\\b'),
    pattern(
      '\\b(?:agents?|advis[oe]rs?|consultants?|brokers?) (?:about|for|regarding|to) (?:sell|buy|rent|let|list|valu)(?:e|ing)?(?! to)\\b',
    ),
    pattern('\\bduring (?:the|my|our|a)\\b|(?<! (?:me|us) )\\b(?:by|via|per) (?:post|mail|letter|fax|e-?mail)\\b'),
    pattern('\\b(?:learn(?:ing)?(?: how)? to|course|class) ', gap(20), '\\b(?:talk|speak)'),
  ],
}
