import { PASSWORD_COMMON, PASSWORD_MIN, PASSWORD_PERSONAL } from '#contract/auth.ts'
import { invalid } from './refusal.ts'

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Loaded when the first password is chosen: most processes of a day never need it, and it is not small. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN))
}

interface NewPasswordRule {
  /** The form field that gets the sentence. */
  field: string
  password: string
  siteName: string
  /** The person's name and e-mail address. */
  own: string[]
}

/** What the contract cannot know of a new password: throws a Refusal for a common one and for one's own name. */
export async function refusePoorPassword({ field, password, siteName, own }: NewPasswordRule): Promise<void> {
  const typed = password.toLowerCase()
  if (own.some((each) => each.toLowerCase() === typed)) throw invalid(field, PASSWORD_PERSONAL)
  commonPasswords ??= readCommonPasswords()
  const common = await commonPasswords
  if (typed === siteName.toLowerCase() || common.has(typed)) throw invalid(field, PASSWORD_COMMON)
}
