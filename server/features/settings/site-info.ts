import type { ImageRef } from '#contract/media/media.ts'
import { CONTACT } from '#contract/settings/contact.ts'
import { LEGAL_KINDS, type LegalKind } from '#contract/settings/legal-kinds.ts'
import type { ContactDetails, ShownLogo, SiteInfo } from '#contract/settings/site.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import { findImage } from '#server/features/media/media.queries.ts'
import { legalVersions } from './legal/legal.queries.ts'
import { registrationOf } from './registration.ts'
import { themeFile } from './theme.ts'

type Parts = Pick<AppContext, 'db' | 'mail' | 'settings'>

/** What everybody may know about the site before they log in. */
export async function siteInfo(parts: Parts): Promise<SiteInfo> {
  const { db, settings } = parts
  const { policy, domains } = await registrationOf(parts)
  return {
    name: await settings.get('siteName'),
    logo: await logoOf(parts),
    accent: await settings.get('accent'),
    theme: themeOf(await settings.get('accent')),
    welcome: await settings.get('welcome'),
    contact: (await savedContact(parts)) ?? CONTACT,
    access: await settings.get('siteAccess'),
    registration: policy,
    registrationDomains: [...domains],
    teachers: await settings.get('teachers'),
    legal: await legalVersions(db),
  }
}

/** What is on every page of a site that has changed it. */
export interface SiteLook {
  logo?: ShownLogo
  /** The address of the style sheet of the accent. */
  theme?: string
  welcome?: string
  contact?: ContactDetails
  legal?: LegalKind[]
}

export async function siteLook(parts: Parts): Promise<SiteLook> {
  const { settings } = parts
  const [logo, contact, legal] = await Promise.all([
    logoOf(parts),
    savedContact(parts),
    legalVersions(parts.db),
  ])
  const published = LEGAL_KINDS.filter((kind) => legal[kind] !== undefined)
  const theme = themeOf(await settings.get('accent'))
  const welcome = await settings.get('welcome')
  return {
    ...(logo && { logo: besideName(logo) }),
    ...(theme !== null && { theme }),
    ...(welcome !== '' && { welcome }),
    ...(contact && { contact }),
    ...(published.length > 0 && { legal: published }),
  }
}

/** A wide logo leaves room for the name on a phone. */
const LOGO = { width: 96, height: 30 }

function besideName({ url, width, height }: ImageRef): ShownLogo {
  const scale = Math.min(LOGO.width / width, LOGO.height / height)
  return { src: url, width: Math.round(width * scale), height: Math.round(height * scale) }
}

async function logoOf({ db, settings }: Parts): Promise<ImageRef | null> {
  const name = await settings.get('logo')
  return name === null ? null : logoRef(db, name)
}

/** The picture of a logo, or null if there is none. */
export async function logoRef(db: Db, name: string): Promise<ImageRef | null> {
  const image = await findImage(db, name)
  return image ? imageRef(image) : null
}

const themeOf = (accent: string | null) => (accent === null ? null : themeFile(accent).address)

/** The saved details, if there are any. */
async function savedContact({ settings }: Parts): Promise<ContactDetails | undefined> {
  const saved = await settings.get('contact')
  return Object.values(saved).some((part) => part !== '') ? saved : undefined
}
