import { z } from 'zod'

/** A person whose provider has confirmed their address, and who has no account here or has not connected it. */
const Newcomer = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  values: z.array(z.string()),
})
export type Newcomer = z.infer<typeof Newcomer>

export function readNewcomer(data: string): Newcomer {
  return Newcomer.parse(JSON.parse(data))
}
