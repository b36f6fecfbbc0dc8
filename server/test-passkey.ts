import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion } from '#contract/account/reauth.ts'
import type { TestApp, TestUser } from './test-app.ts'
import { PASSWORD } from './test-passwords.ts'

export const ORIGIN = 'http://localhost:3000'
const PRESENT = 0x01
const VERIFIED = 0x04
const HOLDS_KEY = 0x40
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()

/** What a test changes about an otherwise right answer. */
interface Changes {
  host?: string
  origin?: string
  counter?: number
  isVerified?: boolean
  userHandle?: string
}

/** A device that makes and uses passkeys as browsers do; it holds one. */
export function createDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  let owner = ''

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = (flags: number, { host = 'localhost', isVerified = true, ...changes }: Changes) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(changes.counter ?? counter)
    return Buffer.concat([sha256(host), Buffer.from([flags | (isVerified ? VERIFIED : 0)]), count])
  }

  return {
    id: id.toString('base64url'),
    /** Answers the options of a new passkey. */
    create(challenge: string, userHandle: string, changes: Changes = {}) {
      owner = userHandle
      const cose = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([head(PRESENT | HOLDS_KEY, changes), Buffer.alloc(16), length, id, cose])
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, changes.origin ?? ORIGIN).toString(
            'base64url',
          ),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Signs a challenge. */
    get(challenge: string, changes: Changes = {}): Assertion {
      counter += 1
      const authData = head(PRESENT, changes)
      const json = clientData('webauthn.get', challenge, changes.origin ?? ORIGIN)
      return {
        challenge,
        credential: {
          id: id.toString('base64url'),
          rawId: id.toString('base64url'),
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: json.toString('base64url'),
            authenticatorData: authData.toString('base64url'),
            signature: sign('sha256', Buffer.concat([authData, sha256(json)]), privateKey).toString(
              'base64url',
            ),
            userHandle: changes.userHandle ?? owner,
          },
        },
      }
    },
  }
}

export type Device = ReturnType<typeof createDevice>

type Cbor = number | string | Buffer | Map<string, Cbor>

/** As much of CBOR as passkeys need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  return cborMap([...value])
}

function cborMap(entries: [number | string, Cbor][]): Buffer {
  return Buffer.concat([
    cborHead(5, entries.length),
    ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)]),
  ])
}

function cborHead(major: number, length: number): Buffer {
  const type = major << 5
  if (length < 24) return Buffer.from([type | length])
  return length < 256 ? Buffer.from([type | 24, length]) : Buffer.from([type | 25, length >> 8, length & 255])
}

/** The challenge of a visitor's login, or one that confirms that `person` is present. */
export async function askChallenge(
  { request }: Pick<TestApp | TestUser, 'request'>,
  purpose: 'login' | 'confirm',
) {
  const answer = await request('POST', '/api/auth/passkeys/options', { purpose })
  const { challenge } = answer.json()
  return String(challenge)
}

/** Adds a passkey of `device` to a user with the usual password, and answers what the server said. */
export async function addPasskey(person: TestUser, device: Device, changes: Changes = {}) {
  const asked = await person.request('POST', '/api/auth/passkeys/options', {
    purpose: 'register',
    password: PASSWORD,
  })
  const { challenge, creation } = asked.json()
  const credential = device.create(challenge, creation.user.id, changes)
  return person.request('POST', '/api/auth/passkeys/register', { challenge, name: 'Test device', credential })
}
