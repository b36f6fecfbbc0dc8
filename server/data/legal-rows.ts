import type { Generated, Selectable } from 'kysely'
import type { ConsentKind, LegalKind } from '#contract/settings/legal-kinds.ts'

/** One version of a legal page. Rows are only added. */
export interface LegalPageTable {
  kind: LegalKind
  version: number
  markdown: string
  /** 1: people who accepted a former version are asked again. */
  asks_again: Generated<number>
  published_at: string
  published_by: string | null
}

export type LegalPageRow = Selectable<LegalPageTable>

/** A user has accepted this version. */
export interface ConsentTable {
  user_id: string
  kind: ConsentKind
  version: number
  at: string
}
