import { z } from 'zod'

export const DOMAIN_WRONG = 'Enter a domain like school.example.'
const DOMAIN_MAX = 253
const DOMAIN = /^([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+([\p{L}\p{M}]{2,}|xn--[a-z0-9-]+)$/u

/** The part of an address after the @, in lower case and without a final dot. */
export const MailDomain = z
  .string({ error: DOMAIN_WRONG })
  .trim()
  .toLowerCase()
  .normalize()
  .max(DOMAIN_MAX, DOMAIN_WRONG)
  .regex(DOMAIN, DOMAIN_WRONG)
