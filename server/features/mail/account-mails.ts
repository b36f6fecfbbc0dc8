import { z } from 'zod'
import { RESET_MINUTES } from './email-tokens.ts'
import { anyKind, greetingTo, type MailAbout, type MailContent, mailKind } from './mail-kind.ts'

const SAFETY = 'You get this email because it concerns the safety of your account.'
const NOTHING_TO_DO = 'Then you need to do nothing.'

const NO_DATA = z.object({})

function linkTo(path: string, { site, token }: MailAbout): string {
  return `${site.origin}${path}#token=${token}`
}

function addressOf(email: string | undefined): string {
  return email === undefined ? 'another address' : `the address ${email}`
}

/** Sent to new users, and again on request. */
export const VERIFY_MAIL = mailKind({
  name: 'verify',
  class: 'account',
  token: 'verify',
  data: NO_DATA,
  render: (_data, about): MailContent => ({
    subject: 'Confirm your email address',
    preview: 'The link works once, for 3 days.',
    heading: 'Confirm your email address',
    paragraphs: [
      `${greetingTo(about.reader)} press the button to confirm that this is your address. The link works once, for 3 days.`,
    ],
    button: { label: 'Confirm my address', url: linkTo('/verify-email', about) },
    aside: {
      lead: 'You have no account here?',
      text: 'Then somebody typed your address by mistake, and you need to do nothing.',
    },
    reason: `You get this email because this address was given to ${about.site.name}.`,
  }),
})

/** Sent to the new address. The old one stays until the link is opened. */
export const CHANGE_ADDRESS_MAIL = mailKind({
  name: 'change-address',
  class: 'account',
  token: 'change',
  data: NO_DATA,
  render: (_data, about): MailContent => ({
    subject: 'Confirm your new email address',
    preview: 'The link works once, for 3 days.',
    heading: 'Confirm your new email address',
    paragraphs: [
      `${greetingTo(about.reader)} press the button to log in with this address from now on. Until then your old address stays. The link works once, for 3 days.`,
    ],
    button: { label: 'Confirm my new address', url: linkTo('/verify-email', about) },
    aside: {
      lead: 'You did not ask for this?',
      text: `${NOTHING_TO_DO} The address of the account stays as it is.`,
    },
    reason: `You get this email because this address was given to ${about.site.name}.`,
  }),
})

/** Sent to the old address after the change. */
export const ADDRESS_CHANGED_MAIL = mailKind({
  name: 'address-changed',
  class: 'account',
  token: 'undo',
  data: z.object({
    /** Only for a former address that was confirmed. */
    newAddress: z.string().optional(),
  }),
  render: ({ newAddress }, about): MailContent => ({
    subject: 'Your address was changed',
    preview: `Your account now has ${addressOf(newAddress)}.`,
    heading: 'Your address was changed',
    paragraphs: [
      `${greetingTo(about.reader)} your account at ${about.site.name} now has ${addressOf(newAddress)}. If it was you, you need to do nothing.`,
      'If it was not you, press the button within 7 days. Your account gets this address back, and everybody who uses it is logged out.',
    ],
    button: { label: 'This was not me', url: `${linkTo('/verify-email', about)}&kind=undo` },
    reason: SAFETY,
  }),
})

export const RESET_MAIL = mailKind({
  name: 'reset',
  class: 'account',
  token: 'reset',
  data: NO_DATA,
  render: (_data, about): MailContent => ({
    subject: 'Choose a new password',
    preview: `The link works once, for ${RESET_MINUTES} minutes.`,
    heading: 'Choose a new password',
    paragraphs: [
      `${greetingTo(about.reader)} somebody asked for a new password for your account. If it was you, press the button. The link works once, for ${RESET_MINUTES} minutes.`,
    ],
    button: { label: 'Choose a new password', url: linkTo('/reset-password', about) },
    aside: { lead: 'You did not ask for this?', text: `${NOTHING_TO_DO} Your password stays as it is.` },
    reason: SAFETY,
  }),
})

/** How a user can log in besides the password, when a password was reset. */
export const LoginMethods = z.object({
  /** The names of the passkeys that are turned off after the reset. */
  passkeys: z.array(z.string()),
  hasAuthenticator: z.boolean(),
})
export type LoginMethods = z.infer<typeof LoginMethods>

export const PASSWORD_CHANGED_MAIL = mailKind({
  name: 'password-changed',
  class: 'account',
  data: z.object({
    /** After a reset. */
    loginMethods: LoginMethods.optional(),
  }),
  render: ({ loginMethods }, { site, reader }): MailContent => ({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      `${greetingTo(reader)} the password of your account at ${site.name} was changed, and all other devices were logged out. If it was you, you need to do nothing.`,
      ...(loginMethods && reader.isConfirmed ? loginMethodsText(loginMethods) : []),
    ],
    ...(loginMethods && { button: { label: 'See how you log in', url: `${site.origin}/account/security` } }),
    aside: {
      lead: 'It was not you?',
      text: 'Choose a new password now: the link to it comes to this address.',
      link: { label: 'Choose a new password', url: `${site.origin}/forgot-password` },
    },
    reason: SAFETY,
  }),
})

export const ACCOUNT_MAILS = [
  anyKind(VERIFY_MAIL),
  anyKind(CHANGE_ADDRESS_MAIL),
  anyKind(ADDRESS_CHANGED_MAIL),
  anyKind(RESET_MAIL),
  anyKind(PASSWORD_CHANGED_MAIL),
]

const LIST = new Intl.ListFormat('en-GB')

/** What the owner should know about them: a sentence for each kind that they have. */
export function loginMethodsText({ passkeys, hasAuthenticator }: LoginMethods): string[] {
  const isOne = passkeys.length === 1
  const names = LIST.format(passkeys.map((name) => `“${name}”`))
  const off = `Your ${isOne ? 'passkey' : 'passkeys'} ${names} ${isOne ? 'is' : 'are'} turned off.`
  return [
    ...(passkeys.length > 0
      ? [
          `${off} Enable ${isOne ? 'it' : 'those that are yours'} on the security screen, or remove ${isOne ? 'it' : 'them'}.`,
        ]
      : []),
    ...(hasAuthenticator
      ? ['Your authenticator app stays on. If you have lost it, ask an admin or the operator to turn it off.']
      : []),
  ]
}
