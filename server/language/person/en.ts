import { any, gap, pattern, type Wishes } from './pattern.ts'

const real = '(?:(?:real|live|actual|human|proper|physical|living|single|nice|competent) )*'
const certain = any(
  'human(?: being)?s?|persons?|agents?|reps?|representatives?|operators?|advis[oe]rs?|managers?|supervisors?',
)
const anyone = any('somebody|someone|some one|anybody|anyone|any one')
const team = any(
  'employees?|colleagues?|associates?|people|staff(?: members?)?|members? of (?:your |the )?(?:staff|team)|team(?: members?)?|boss|owner|technicians?|mechanics?|specialists?|experts?|consultants?|sales(?:person|man|woman| team| rep| agent)?|support(?: team| staff| agent| person)?|customer (?:service|support|care)(?: \\w+)?|reception(?:ist)?|guys?|doctor|lawyer|instructor|teacher|trainer',
)
const one = `(?:(?:a|an|the|any|some|another|your|one|of|this|somebody|someone) )*${real}${any(`${certain}|${anyone}|${team}`)}`
const wish =
  "(?:^(?:want|need|like) to|\\bi(?:'d| would| do)?(?: (?:really|rather|also|just|only|still))* (?:want|wanna|need|wish|like|love|prefer|demand|insist|request|have|must)|\\bi(?:'d| would) rather|\\bwe(?:'d| would)? (?:want|need|like|wish)|\\blet (?:me|us)|\\b(?:please|pls|plz)|\\b(?:can|could|may|might) (?:i|we)|\\bhow (?:can|do|could|would) (?:i|we)|\\bpossible to|\\ballow me|\\bask(?:ing)? to|\\bway to|\\bable to)"
const talk = any('speak|talk|chat|converse|communicate|deal|complain|be connected|get connected')
const later = any(
  'back|please|pls|now|today|tomorrow|tonight|later|again|asap|urgently|at|on|about|as soon as possible|in|for|to|this|under|immediately|regarding',
)
const begin = '^(?:(?:hi|hello|hey|ok|okay|no|so|just|but|please|pls|and|then|i said) ?,? ?)*'
const end = '(?:,? (?:please|pls|plz|now|asap|here|thanks|thank you|instead))*$'
/** How visitors ask for a person. */
export const english: Wishes = {
  asks: [
    pattern(
      wish,
      `\\b${gap(40)}\\b(?:${talk}|(?:have|had) a (?:word|chat|talk|conversation|call)) ${gap(12)}(?:to|with) `,
      one,
      '\\b',
    ),
    pattern(`\\b(?:can|could|may) (?:i|we) (?:get|have|see) (?:(?:a|an|some|any) )?${real}`, certain, "\\b(?!')"),
    pattern(
      begin,
      '(?:i )?(?:need|want|give me|get me) (?:(?:a|an) )?',
      real,
      any('human|agent|operator|representative'),
      end,
    ),
    pattern(
      '\\b(?:help|answers?|reply|replies|response|advice|support|hear) (?:from|by) (?:(?:a|an|your|the|some) )*',
      real,
      any(`${certain}|someone real|staff|colleagues?|team member`),
      '\\b',
    ),
    pattern(
      '\\b(?:can|could|would|will|may|please have|please let|have) (?:(?:a|an|one of your|any|some) )*',
      real,
      any(`${certain}|colleagues?|employees?`),
      ' (?:please )?(?:help|answer|assist|reply|respond|take over|join|look)\\b',
    ),
    pattern(
      '\\b(?:someone|somebody|anyone|anybody|person|team|colleagues?|human)\\b',
      gap(20),
      '\\b(?:get back to|reach out to|write to|email|reply to) me\\b',
    ),
    pattern(
      '^(?:any|are there any) (?:real |live )?(?:humans?|agents?|persons?|people)(?: (?:here|there|around|online|available))+$',
    ),
    pattern(begin, talk, ' (?:to|with) ', one, '\\b'),
    pattern(
      wish,
      `\\b${gap(30)}\\b(?:reach|contact|get hold of|get through to|get in touch with|write to) `,
      one,
      '\\b',
    ),
    pattern(wish, `\\b${gap(20)}\\b(?:be|get) (?:connected|transferred|forwarded|put through)\\b`),
    pattern(
      begin,
      `(?:(?:a|an|the|one) )?${real}`,
      any(
        'human(?: being)?|person|agent|operator|representative|rep|customer (?:service|support|care)|staff|employee|support agent',
      ),
      end,
    ),
    pattern(begin, any('live (?:agent|chat|support)|real one|human (?:help|support)|someone real|somebody real'), end),
    pattern(
      "\\b(?:i|we)(?:'d| would)?(?: (?:really|just|still|only|rather))* (?:want|need|wish for|demand|prefer|like|require|have)(?: to have)? (?:(?:a|an|some|any) )?(?:(?:real|live|actual|human|proper) )+",
      any(
        'person|human|agent|operator|rep|representative|people|support|help|assistance|one|contact|advis[oe]r|employee|being',
      ),
      '\\b',
    ),
    pattern(
      "\\b(?:i|we)(?:'d| would)? (?:want|need|demand|prefer|like) (?:a|an) ",
      any('human(?: being)?|operator|representative'),
      '\\b',
    ),
    pattern(
      "\\b(?:i|we)(?:'d| would)? (?:want|need|demand|prefer|like) (?:a|an) (?:person|agent)(?:,? (?:please|now|here|instead|to (?:talk|speak|help|chat)\\b.*|not\\b.*))*$",
    ),
    pattern(
      `\\b(?:connect|transfer|hand|pass|put|forward|escalate|redirect|switch|patch)(?: (?:me|us|this|it))?(?: (?:over|through|on|back))? (?:to|with) `,
      one,
      '\\b',
    ),
    pattern('\\b(?:put (?:me|us) through|(?:transfer|connect) (?:me|us)(?: please)?$|hand me over)'),
    pattern(
      '\\b(?:get|give|find|bring|fetch) (?:me|us) (?:(?:a|an|the|your|some) )?',
      real,
      any(`${certain}|someone real|somebody real|someone|somebody|employee|advisor|your boss|boss`),
      '(?: who (?:can|could|knows|understands)\\b.*)?',
      end,
    ),
    pattern(
      '\\b(?:is|are) (?:there )?',
      any(
        'anyone|anybody|someone|somebody|any one|a (?:real |live |human )?(?:person|human|agent)|any (?:real |live )?(?:humans?|persons?|people|agents?|staff)',
      ),
      '(?: (?:real|human|actual|else))?(?: (?:there|here|around|available|online|home|listening|reading))+(?: (?:right now|now|please|to (?:talk|speak|chat|help|answer)\\b.*))?$',
    ),
    pattern(
      '\\b(?:is|are) there ',
      one,
      `\\b${gap(24)}\\b(?:i|we) (?:can|could|may|might) (?:talk|speak|chat|write|turn|reach|contact)\\b`,
    ),
    pattern('\\b(?:is|are) there ', one, ` to (?:talk|speak|chat)\\b`),
    pattern('^(?:(?:hello|hi|hey),? )?(?:anyone|anybody|someone|somebody) (?:there|here|home)$'),
    pattern(
      "\\b(?:don'?t|do not|never|not|stop|tired of|sick of|hate|instead of|rather than)\\b",
      gap(24),
      '\\b(?:talk|speak|chat|writ|deal)\\w* (?:to|with) (?:(?:a|an|the|this|your|some) )*',
      any('bots?|chat ?bots?|robots?|machines?|ai|computers?'),
      '\\b',
    ),
    pattern(
      begin,
      '(?:no|not|enough)(?: (?:more|a|another|of|the|this|these|an))* ',
      any('bots?|chat ?bots?|robots?|machines?|ai'),
      end,
    ),
    pattern(
      '\\b(?:please|can|could|would|will|may|someone|somebody|anyone|have)\\b',
      gap(30),
      `\\b(?:call|phone|ring|telephone|contact) (?:me|us)(?:$|,| ${later}\\b)`,
    ),
    pattern(`^(?:call|phone|ring) (?:me|us)(?:$|,| ${later}\\b)`),
    pattern(
      '\\b(?:want|need|like|request|get|have)\\b',
      gap(12),
      '\\b(?:a )?(?:call ?back|phone call|call from (?:you|someone|somebody|your))\\b',
    ),
    pattern(begin, 'call ?back', end),
  ],
  asksNot: [
    pattern(
      '^(?:(?:hi|hello|hey),? )?(?:when|what|at what|which|until|where|who|whom|whose|why|how (?:long|many|much|often))\\b',
    ),
    pattern(
      '(?<!how )\\b(?:do|did|must|should|does|will) (?:i|we|one|you|they|my|your) ',
      gap(12),
      '(?:need|have|want|speak|talk|contact|call|phone)\\b',
      '(?! .*\\b(?:now|instead|please)\\b)',
    ),
    pattern('\\b(?:am i|are you|is this|was that) (?:\\w+ )?(?:talking|speaking|chatting|a|an|really)\\b'),
    pattern(
      "\\b(?:don'?t|do not|didn'?t|never) (?:want|need|have|wish|like) to (?:speak|talk|chat) (?:to|with) (?:(?:a|an|any|your|real|human) )*",
      any('humans?|persons?|people|someone|anyone|somebody|anybody|agents?|staff|representatives?'),
      '\\b',
    ),
    pattern("\\b(?:don'?t|do not|never|not|anyone to|nobody) ", gap(12), '\\b(?:call|phone|ring|contact) (?:me|us)\\b'),
    pattern('\\b(?:call|phone|ring|contact) (?:me|us)(?: back)? (?:when|if|once|before|in case|as soon)\\b'),
    pattern('\\b(?:per|each|every) (?:person|people)\\b'),
  ],
}
