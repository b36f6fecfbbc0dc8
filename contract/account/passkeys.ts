import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { text } from '#contract/text.ts'
import { Assertion, Base64Url, Challenge, REAUTH_FIELDS, Reauth } from './reauth.ts'
import { SessionUser } from './session-user.ts'

export const PASSKEYS_MAX = 20
const NAME_MAX = 50
const NAME_MESSAGE = `Name must be 1 to ${NAME_MAX} characters.`
export const PasskeyName = text({
  label: 'Name',
  min: 1,
  max: NAME_MAX,
  short: NAME_MESSAGE,
  long: NAME_MESSAGE,
})

export const Passkey = z
  .object({
    _id: Id,
    name: z.string(),
    /** The host it was made for. Elsewhere it cannot be used. */
    host: z.string(),
    isForThisSite: z.boolean(),
    /** It may have been copied, or the password was reset. It does not work until its owner enables it again. */
    isDisabled: z.boolean(),
    /** A provider keeps a copy, so it works on the user's other devices, too. */
    isSynced: z.boolean(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).exactOptional(),
})
const UserVerification = z.enum(['required', 'preferred', 'discouraged'])

/** `PublicKeyCredentialRequestOptionsJSON` of Web Authentication. */
const RequestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(Descriptor).exactOptional(),
  userVerification: UserVerification,
})

/** `PublicKeyCredentialCreationOptionsJSON` of Web Authentication. */
const CreationOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** To log in, to add a passkey, or to confirm that the logged-in user is present (`reauth.ts`). */
export const OptionsDraft = z.object({
  purpose: z.enum(['login', 'register', 'confirm'], 'Purpose must be login, register or confirm.'),
  ...REAUTH_FIELDS,
})

export const RegisterPasskeyDraft = z.object({
  challenge: Challenge,
  name: PasskeyName,
  credential: z.object({
    id: Base64Url.max(1400),
    rawId: Base64Url.max(1400),
    type: z.literal('public-key'),
    clientExtensionResults: z.object({ appid: z.boolean().exactOptional() }),
    response: z.object({
      clientDataJSON: Base64Url.max(4096),
      attestationObject: Base64Url.max(16_384),
      transports: z.array(z.string().max(32)).max(10).exactOptional(),
    }),
  }),
  ...REAUTH_FIELDS,
})
export type RegisterPasskeyDraft = z.infer<typeof RegisterPasskeyDraft>

/** `enabled` is always true: only the server disables a passkey. Enabling one needs the user's password or another passkey. */
export const PasskeyDraft = z.object({
  name: PasskeyName.optional(),
  enabled: z.literal(true).optional(),
  ...REAUTH_FIELDS,
})
export type PasskeyDraft = z.infer<typeof PasskeyDraft>

const passkeyReply = WriteReply.extend({ passkey: Passkey })

export const passkeysApi = {
  options: endpoint('passkeys.options', {
    summary: 'Get a challenge for a passkey',
    rate: 'read',
    body: OptionsDraft,
    reply: z.object({
      challenge: Challenge,
      request: RequestOptions.optional(),
      creation: CreationOptions.optional(),
    }),
  }),
  login: endpoint('passkeys.login', {
    summary: 'Log in with a passkey',
    rate: 'read',
    body: Assertion,
    reply: SessionUser.extend(WriteReply.shape),
  }),
  register: endpoint('passkeys.register', {
    summary: 'Add a passkey',
    body: RegisterPasskeyDraft,
    reply: passkeyReply,
    status: 201,
  }),
  list: endpoint('passkeys.list', {
    summary: 'One’s own passkeys',
    reply: z.object({ passkeys: z.array(Passkey) }),
  }),
  update: endpoint('passkeys.update', {
    summary: 'Rename a passkey, or enable it again',
    body: PasskeyDraft,
    reply: passkeyReply,
  }),
  remove: endpoint('passkeys.remove', {
    summary: 'Remove a passkey',
    body: Reauth,
    reply: WriteReply,
  }),
}
