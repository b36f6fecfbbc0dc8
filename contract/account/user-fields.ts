import { z } from 'zod'
import { Id, Timestamp } from '#contract/id.ts'
import { ImageRef } from '#contract/media/media.ts'
import { text } from '#contract/text.ts'
import { characters, withoutInvisible } from '#contract/text-rule.ts'

/** The role options, in the order the forms show them. */
export const ROLES = ['Teacher', 'Student', 'Other'] as const
export const Role = z.enum(ROLES, 'Role must be Teacher, Student or Other.')
export type Role = z.infer<typeof Role>

export const NAME_MIN = 2
export const NAME_MAX = 50
const NAME_MESSAGE = `Name must be ${NAME_MIN} to ${NAME_MAX} characters.`
export const Username = text({
  label: 'Name',
  min: NAME_MIN,
  max: NAME_MAX,
  short: NAME_MESSAGE,
  long: NAME_MESSAGE,
  isName: true,
})

/** For a name that is an e-mail address or looks like an admin's. */
export const NAME_REJECTED = 'Choose another name.'
/** Also in full-width letters or with a domain that is no ASCII. */
export function isEmailAddress(name: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(withoutInvisible(name.normalize('NFKC')))
}

export const PROFESSION_MIN = 2
export const PROFESSION_MAX = 80
export const PROFESSION_MESSAGE = `Profession must be ${PROFESSION_MIN} to ${PROFESSION_MAX} characters.`
/** Empty, as forms send it, where the role leaves no profession. */
export const Profession = text({
  label: 'Profession',
  min: 0,
  max: PROFESSION_MAX,
  short: PROFESSION_MESSAGE,
  long: PROFESSION_MESSAGE,
}).refine((value) => value === '' || characters(value) >= PROFESSION_MIN, PROFESSION_MESSAGE)

export const EMAIL_MAX = 254
const EMAIL_MESSAGE = 'Enter a valid email address.'
/** The usual form of an address, in the letters of all scripts. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+\-.]*[\p{L}\p{M}\p{N}_+-]@([\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+([\p{L}\p{M}]{2,}|xn--[A-Za-z0-9-]+)$/u
/** As typed, trimmed, without invisible characters; two addresses that differ only in case are the same person's. */
export const Email = z
  .string({ error: EMAIL_MESSAGE })
  .overwrite(withoutInvisible)
  .trim()
  .normalize()
  .max(EMAIL_MAX, EMAIL_MESSAGE)
  .pipe(z.email({ pattern: EMAIL, error: EMAIL_MESSAGE }))

export const SITE_QUOTE_MAX = 280
const SITE_QUOTE_LONG = `Your sentence must be at most ${SITE_QUOTE_MAX} characters.`
/** One sentence about the site. An empty one takes it back. */
export const SiteQuote = text({
  label: 'Your sentence',
  min: 0,
  max: SITE_QUOTE_MAX,
  short: SITE_QUOTE_LONG,
  long: SITE_QUOTE_LONG,
})

/** Since when and why an account is suspended. */
export const Suspension = z.object({ at: Timestamp, reason: z.string() })

/** The author or teacher as shown with their work. */
export const UserRef = z
  .object({ _id: Id, username: z.string(), profilePhoto: ImageRef })
  .meta({ id: 'UserRef' })
export type UserRef = z.infer<typeof UserRef>
