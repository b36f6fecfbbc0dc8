import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

export const SECRET_KEY_FILE = 'secret-key'
export const SECRET_KEY = /^[0-9a-f]{64}$/i

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const MAC_BYTES = 16

/** Encrypts and signs with the key of the site. */
export interface Secrets {
  /** Encrypts a text for a column; the same text gives another result each time. */
  seal(text: string): string
  /** The sealed text, or `undefined` when it was sealed with another key or changed. */
  open(sealed: string): string | undefined
  /** A token with a readable `value` that only this site can make. It is valid for one `purpose`. */
  sign(purpose: string, value: string): string
  /** The value of a token of this purpose, or `undefined` for a token that this site did not make. */
  verify(purpose: string, token: string): string | undefined
  /** A proof of 128 bits that this site made something for these values, which are known otherwise. */
  mac(purpose: string, value: string): string
  isMac(purpose: string, value: string, mac: string): boolean
  /** Identifies the key without revealing it. */
  check: string
}

/** @param key 32 bytes as hexadecimal digits. */
export function createSecrets(key: string): Secrets {
  const secret = Buffer.from(key, 'hex')
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `lectern ${use}`, 32))
  const sealing = derive('seal')
  const signing = derive('sign')
  const signatureOf = (purpose: string, value: string) =>
    createHmac('sha256', signing).update(`${purpose}\0${value}`).digest()

  const macOf = (purpose: string, value: string) => signatureOf(purpose, value).subarray(0, MAC_BYTES)

  return {
    mac: (purpose, value) => macOf(purpose, value).toString('base64url'),
    isMac(purpose, value, mac) {
      // As texts: decoding passes over letters that are none of base64url.
      const [given, right] = [Buffer.from(mac), Buffer.from(macOf(purpose, value).toString('base64url'))]
      return given.length === right.length && timingSafeEqual(given, right)
    },
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, sealing, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return
      const decipher = createDecipheriv(CIPHER, sealing, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([body, decipher.final()]).toString('utf8')
      } catch {
        return
      }
    },
    sign: (purpose, value) =>
      `${Buffer.from(value).toString('base64url')}.${signatureOf(purpose, value).toString('base64url')}`,
    verify(purpose, token) {
      const [encoded = '', signature = ''] = token.split('.')
      const value = Buffer.from(encoded, 'base64url').toString('utf8')
      const given = Buffer.from(signature, 'base64url')
      const right = signatureOf(purpose, value)
      return given.length === right.length && timingSafeEqual(given, right) ? value : undefined
    },
    check: signatureOf('check', 'key').toString('base64url'),
  }
}

interface KeyConfig {
  DATA_DIR: string
  SECRET_KEY?: string | undefined
}

/** The key of the configuration, else of the data folder; `undefined` when there is none yet. */
export async function findSecretKey({ DATA_DIR, SECRET_KEY: key }: KeyConfig): Promise<string | undefined> {
  if (key !== undefined) return key
  const path = join(DATA_DIR, SECRET_KEY_FILE)
  const found = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  })
  if (found === undefined) return undefined
  if (!SECRET_KEY.test(found.trim())) throw new Error(`${path} does not hold a key of 64 hexadecimal digits.`)
  return found.trim()
}

/** The site's key. The first start creates it; of several workers that start at once, one does. */
export async function openSecrets(config: KeyConfig): Promise<Secrets> {
  const found = await findSecretKey(config)
  if (found !== undefined) return createSecrets(found)
  await writeSecretKey(config.DATA_DIR, randomBytes(32).toString('hex'))
  return openSecrets(config)
}

/** Writes a key, whole and durable, unless the folder has one. */
export async function writeSecretKey(folder: string, key: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o750 })
  const path = join(folder, SECRET_KEY_FILE)
  const temporary = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await using file = await open(temporary, 'wx', 0o600)
    await file.writeFile(`${key}\n`)
    await file.sync()
    // Unlike a rename, a link does not replace the key of another process.
    await link(temporary, path).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
  } finally {
    await rm(temporary, { force: true })
  }
}
