/** The legal pages of a site, without schemas, because every screen names them. */
export const LEGAL_KINDS = ['terms', 'privacy', 'imprint'] as const
export type LegalKind = (typeof LEGAL_KINDS)[number]

export const LEGAL_TITLES: Readonly<Record<LegalKind, string>> = {
  terms: 'Terms',
  privacy: 'Privacy',
  imprint: 'Imprint',
}

export const MARKDOWN_MAX = 50_000

/** The newest versions of the published pages. */
export type LegalVersions = { [Kind in LegalKind]?: number }

/** Those that people accept. */
export const CONSENT_KINDS = ['terms', 'privacy'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]
export type Consent = { [Kind in ConsentKind]?: number | undefined }

/** `I accept the terms and the privacy policy.` */
export function acceptText({ terms, privacy }: Consent): string {
  const named = [...(terms ? ['the terms'] : []), ...(privacy ? ['the privacy policy'] : [])]
  return `I accept ${named.join(' and ')}.`
}

/** The pages of a site that need consent, as a form sends them: `terms:3,privacy:2`. */
export function consentText(versions: Consent): string {
  return CONSENT_KINDS.flatMap((kind) => (versions[kind] ? [`${kind}:${versions[kind]}`] : [])).join(',')
}

const PART = /^(terms|privacy):(\d{1,9})$/

/** Reads `consentText`; `undefined` for anything else. */
export function parseConsent(text: string): Consent | undefined {
  const parts = text.split(',').map((part) => PART.exec(part))
  if (parts.some((part) => part === null)) return undefined
  return Object.fromEntries(parts.flatMap((part) => (part ? [[part[1], Number(part[2])]] : [])))
}
