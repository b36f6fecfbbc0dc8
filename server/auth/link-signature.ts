import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secret-key.ts'

const BYTES = 16

/** A signature of 128 bits for a link that also names `value`. Only this site can make it; it is valid for one `purpose`. */
export function signLink(secrets: Secrets, purpose: string, value: string): string {
  const [, signature = ''] = secrets.sign(purpose, value).split('.')
  return Buffer.from(signature, 'base64url').subarray(0, BYTES).toString('base64url')
}

interface Signed {
  purpose: string
  value: string
  signature: string
}

/** Whether the signature is that of this value and purpose. Texts are compared, because bytes have several texts. */
export function isSigned(secrets: Secrets, { purpose, value, signature }: Signed): boolean {
  const given = Buffer.from(signature)
  const right = Buffer.from(signLink(secrets, purpose, value))
  return given.length === right.length && timingSafeEqual(given, right)
}
