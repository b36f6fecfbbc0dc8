import type { LegalKind } from '#contract/settings/legal-kinds.ts'
import { loads } from '#web/core/load.ts'
import { legalPageOf } from '#web/features/settings/legal.queries.ts'

/** Visitors read the page also where the site is for members only. */
export const loadLegal = (kind: LegalKind) =>
  loads(({ cache, call, viewer }) => [cache.ensureQueryData(legalPageOf(call, kind, viewer))], {
    isOpen: true,
  })
