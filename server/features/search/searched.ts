import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { MEMBERS } from '#server/features/catalog/playlists/search-audience.queries.ts'
import {
  groupIdsOf,
  listedFor,
  readerOf,
  visibleTo,
} from '#server/features/catalog/playlists/visibility.queries.ts'
import { anyAudience, type Lexeme, PUBLIC, RESTRICTED, type SearchIndex } from './index/indexes.ts'
import { playlistLexeme } from './index/passages.queries.ts'

/** One of the indexes that a search asks. */
export interface Searched {
  index: SearchIndex
  /** Groups of words; an entry must have one of each, besides the words of the search. */
  demanded: Lexeme[][]
  /** The condition for a row of `playlists` that the viewer finds. */
  isFound: ReturnType<typeof listedFor>
  /** Whether it searches one playlist only. */
  isInside: boolean
}

/** The indexes in which this viewer finds something: for a visitor only the public one. */
export async function searchedBy(db: Db, viewer: Viewer | undefined): Promise<Searched[]> {
  const open: Searched = { index: PUBLIC, demanded: [], isFound: listedFor(undefined), isInside: false }
  if (!viewer) return [open]
  const demanded = [anyAudience([MEMBERS, ...(await groupIdsOf(db, viewer.id))])]
  return [open, { index: RESTRICTED, demanded, isFound: listedFor(readerOf(viewer).id), isInside: false }]
}

/** The same for a search inside a playlist, which the viewer may see without finding it in lists. */
export function searchedInside(viewer: Viewer | undefined, playlistId: string): Searched[] {
  const demanded = [[{ text: playlistLexeme(playlistId), prefix: false }]]
  const open: Searched = { index: PUBLIC, demanded, isFound: listedFor(undefined), isInside: true }
  if (!viewer) return [open]
  return [open, { index: RESTRICTED, demanded, isFound: visibleTo(readerOf(viewer)), isInside: true }]
}
