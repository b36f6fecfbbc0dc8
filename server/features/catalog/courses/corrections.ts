import { correctionAfterEnd, type TypedCorrection } from '#contract/catalog/corrections.ts'
import type { Correction, Video } from '#contract/video/video.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import type { Db } from '#server/data/database.ts'
import type { Item } from '#server/features/catalog/versions/items.queries.ts'
import { invalid } from '#server/http/app-error.ts'
import { secondsOfCourse } from './courses.queries.ts'

interface Written {
  corrections: readonly TypedCorrection[] | undefined
  /** The video that is saved with them. */
  video: Video | undefined
}

/** The corrections of an edit. Throws the `invalid` AppError if one is after the end of the video; that of a new one is unknown. */
export async function writtenCorrections(
  trx: Db,
  { id, content }: Item,
  { corrections, video }: Written,
): Promise<Correction[] | undefined> {
  if (corrections === undefined) return undefined
  const isNew = video && content.video && videoKeyOf(video) !== videoKeyOf(content.video)
  const late = correctionAfterEnd(corrections, isNew ? null : await secondsOfCourse(trx, id))
  if (late !== undefined) throw invalid('corrections', late)
  return corrections.map(({ at, text }) => ({ at, text }))
}
