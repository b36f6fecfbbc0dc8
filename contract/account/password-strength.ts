import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_COMMON, PASSWORD_PERSONAL } from './auth.ts'

/**
 * The list of common passwords is large, so this module is loaded only when a user chooses a password. Import it only with
 * `import()`.
 */

/** A password that needs fewer guesses is common, or close to a common one. */
const GUESSES_MIN = 1_000_000
/** Later characters are ignored, because the work grows with the square of the length. */
const CHARACTERS_JUDGED = 48
/** Of digits and signs that may stand for letters; the estimator's own hundred take five times as long. */
const SPELLINGS_JUDGED = 10
const GUESSES_FOR_A_SIGN = 10
/** Shorter parts of a name or an address occur by chance. */
const WORD_MIN = 3

const estimator = new ZxcvbnFactory({
  dictionary: { common: dictionary['passwords-common'] },
  graphs: adjacencyGraphs,
  maxLength: CHARACTERS_JUDGED,
  l33tMaxSubstitutions: SPELLINGS_JUDGED,
})

export interface PasswordOwner {
  siteName: string
  /** As far as they are known. */
  username?: string | undefined
  email?: string | undefined
}

/**
 * Why a password is too easy to guess, or `undefined`: a common one, one's own name or address, the site's name, or a
 * simple variant of them (other case, reversed, letters as digits, something short before, behind or between).
 */
export function passwordProblem(password: string, owner: PasswordOwner): string | undefined {
  const own = new Set([...wordsOf(owner.username), ...wordsOfEmail(owner.email)])
  const words = [...own, ...wordsOf(owner.siteName)]
  const typed = password.normalize('NFKC')
  // A sign at the end hides the year or the word before it from the estimator.
  const bare = typed.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  for (const text of new Set([typed, bare || typed])) {
    const { guesses, known } = estimate(text, words)
    if (guesses * GUESSES_FOR_A_SIGN ** (typed.length - text.length) >= GUESSES_MIN) continue
    return known.some((word) => own.has(word)) ? PASSWORD_PERSONAL : PASSWORD_COMMON
  }
  return undefined
}

/** Counts no guesses for words that an attacker would try for this user, and returns those words. */
function estimate(text: string, words: string[]): { guesses: number; known: string[] } {
  const { sequence } = estimator.check(text, words)
  if (sequence.length === 1 && sequence[0]?.pattern === 'dictionary')
    return { guesses: 1, known: knownOf(sequence) }
  const guesses = sequence.reduce((product, part) => product * (isKnown(part) ? 1 : part.guesses), 1)
  return { guesses, known: knownOf(sequence) }
}

type Part = ReturnType<typeof estimator.check>['sequence'][number]
const isKnown = (part: Part) => part.dictionaryName === 'userInputs'
const knownOf = (parts: Part[]) => parts.filter(isKnown).map((part) => String(part.matchedWord))

/** A text, its words, and the text without what is between them, each also without accents. */
function wordsOf(text = ''): string[] {
  const lower = text.normalize('NFKC').toLowerCase()
  const plain = lower.normalize('NFKD').replace(/\p{M}/gu, '')
  return [lower, plain].flatMap((form) => {
    const words = form.split(/[^\p{L}\p{M}\p{N}]+/u)
    return [form, words.join(''), ...words.filter((word) => word.length >= WORD_MIN)].filter(Boolean)
  })
}

/** Without the last part of the domain, which many share. */
function wordsOfEmail(email = ''): string[] {
  const [local, domain = ''] = email.split('@')
  return [
    email.toLowerCase(),
    ...wordsOf(local),
    ...wordsOf(domain.split('.').slice(0, -1).join('.')),
  ].filter(Boolean)
}
