import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { REGISTRATION_POLICIES, SITE_ACCESSES, TEACHER_POLICIES } from './setting-values.ts'

/** What everybody may know about the site before they log in. */
export const SiteInfo = z
  .object({
    name: z.string(),
    contact: z.object({ email: z.string(), phone: z.string(), address: z.string() }),
    access: z.enum(SITE_ACCESSES),
    registration: z.enum(REGISTRATION_POLICIES),
    /** Where `registration` is `domain`. */
    registrationDomains: z.array(z.string()),
    teachers: z.enum(TEACHER_POLICIES),
  })
  .meta({ id: 'SiteInfo' })
export type SiteInfo = z.infer<typeof SiteInfo>

export const siteApi = {
  get: endpoint('site.get', {
    summary: 'What the site is called, and who may visit, register and teach',
    reply: SiteInfo,
  }),
}
