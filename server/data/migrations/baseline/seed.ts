const SEEDED = Date.UTC(2026, 0, 1)

export const SEEDED_AT = new Date(SEEDED).toISOString()

/** The id of a row of a new site: the same on every site, so that two new sites are equal. */
export function seedId(number: number): string {
  return SEEDED.toString(16).padStart(12, '0') + String(number).padStart(12, '0')
}
