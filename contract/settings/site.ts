import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ImageRef } from '#contract/media/media.ts'
import { REGISTRATION_POLICIES, SITE_ACCESSES, TEACHER_POLICIES } from './setting-values.ts'

/** How to reach the people of the site. A part may be empty. */
const ContactDetails = z.object({ email: z.string(), phone: z.string(), address: z.string() })
export type ContactDetails = z.infer<typeof ContactDetails>

/** The logo in the size of the mark that it replaces. */
export interface ShownLogo {
  src: string
  width: number
  height: number
}

/** What everybody may know about the site before they log in. */
export const SiteInfo = z
  .object({
    name: z.string(),
    /** Shown in place of the mark. */
    logo: ImageRef.nullable(),
    /** The colour that the site has chosen; null: ours. */
    accent: z.string().nullable(),
    /** The address of the style sheet of that colour. */
    theme: z.string().nullable(),
    /** Beside the login form; empty: nothing. */
    welcome: z.string(),
    contact: ContactDetails,
    access: z.enum(SITE_ACCESSES),
    registration: z.enum(REGISTRATION_POLICIES),
    /** Where `registration` is `domain`. */
    registrationDomains: z.array(z.string()),
    teachers: z.enum(TEACHER_POLICIES),
    /** The newest versions of the legal pages that are published. */
    legal: z.object({
      terms: z.int().optional(),
      privacy: z.int().optional(),
      imprint: z.int().optional(),
    }),
  })
  .meta({ id: 'SiteInfo' })
export type SiteInfo = z.infer<typeof SiteInfo>

export const siteApi = {
  get: endpoint('site.get', {
    summary: 'What the site is called and looks like, and who may visit, register and teach',
    reply: SiteInfo,
  }),
}
