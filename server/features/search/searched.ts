import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import {
  groupIdsOf,
  listedFor,
  MEMBERS,
  type PlaylistCondition,
  visibleTo,
} from '#server/features/catalog/playlists/search-audience.queries.ts'
import type { Lexeme } from './index/full-text.queries.ts'
import { anyAudience, PUBLIC, RESTRICTED, type SearchIndex } from './index/indexes.ts'
import { playlistLexeme } from './index/passages.queries.ts'

/** One of the indexes that a search asks. */
export interface Searched {
  index: SearchIndex
  /** Groups of words; an entry must have one of each, besides the words of the search. */
  demanded: Lexeme[][]
  /** The condition for a row of `playlists` that the viewer finds. */
  isFound: PlaylistCondition
  /** Whether it searches one playlist only. */
  isInside: boolean
}

/** The indexes in which this viewer finds something: for a visitor only the public one. */
export async function searchedBy(db: Db, viewer: Viewer | undefined): Promise<Searched[]> {
  const open: Searched = { index: PUBLIC, demanded: [], isFound: listedFor(undefined), isInside: false }
  if (!viewer) return [open]
  const groupIds = await groupIdsOf(db, viewer.id)
  const demanded = [anyAudience([MEMBERS, ...groupIds])]
  return [open, { index: RESTRICTED, demanded, isFound: listedFor({ groupIds }), isInside: false }]
}

/** The same for a search inside a playlist, which the viewer may see without finding it in lists. */
export async function searchedInside(
  db: Db,
  viewer: Viewer | undefined,
  playlistId: string,
): Promise<Searched[]> {
  const demanded = [[{ text: playlistLexeme(playlistId), prefix: false }]]
  const open: Searched = { index: PUBLIC, demanded, isFound: listedFor(undefined), isInside: true }
  if (!viewer) return [open]
  return [open, { index: RESTRICTED, demanded, isFound: await visibleTo(db, viewer), isInside: true }]
}
