import { isUtf8 } from 'node:buffer'
import { NOT_FOUND } from '#contract/access.ts'
import {
  CAPTIONS_MAX,
  CAPTIONS_NOT_TEXT,
  CAPTIONS_REACHED,
  type Captions,
  type Cue,
  lateCues,
} from '#contract/captions.ts'
import { plainText, readCaptions } from '#contract/captions-file.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { isPublicCourse, visibleCourse } from '#server/features/playlists/visibility.ts'
import { renewPassages } from '#server/features/search/index/passages.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import {
  captionsInside,
  countLanguages,
  deleteCaptions,
  findFile,
  findWithCourse,
  writeCaptions,
} from './captions.queries.ts'
import { byLabel } from './course-captions.queries.ts'

/** Captions are as visible as their course. */
export async function findCaptions(db: Db, id: string): Promise<({ vtt: string } & Resource) | undefined> {
  const found = isId(id) ? await findWithCourse(db, id) : undefined
  if (!found) return undefined
  const { vtt, teacher_id: teacherId } = found
  return { vtt, access: { ownerId: teacherId, teacherId, isPublic: isPublicCourse(found) } }
}

/** The captions of a course by the name of their language. */
export async function listCaptions(db: Db, courseId: string): Promise<Captions[]> {
  const rows = await captionsInside(db, courseId)
  return rows.toSorted(byLabel).map(({ id, cues_count, created_at, ...row }) => ({
    _id: id,
    ...row,
    cuesCount: cues_count,
    createdAt: created_at,
  }))
}

interface InLanguage {
  courseId: string
  language: string
}

/** The captions as WebVTT; throws `not_found` when there are none in this language. */
export async function captionsFile(db: Db, address: InLanguage): Promise<string> {
  const vtt = await findFile(db, address)
  if (vtt === undefined) throw new AppError('not_found', NOT_FOUND.captions)
  return vtt
}

export async function cuesOf(vtt: string): Promise<Cue[]> {
  const read = await readCaptions(vtt)
  if (read.error !== undefined) return []
  return read.cues.map(({ start, end, text }) => ({ start, end, text: plainText(text) }))
}

interface NewCaptions extends InLanguage {
  label: string | undefined
  file: Buffer
}

/**
 * Adds or replaces the captions of the caller's own course in one language, at once also with `REVIEW_EDITS=all`, so that a wrong
 * caption is repaired in minutes; the audit log says who did. Throws `invalid` with a sentence about the first
 * mistake in the file. Cues after the end of the video only cause a warning.
 */
export async function saveCaptions(
  db: Db,
  { teacher, meta }: { teacher: Viewer; meta: RequestMeta },
  { courseId, language, label, file }: NewCaptions,
): Promise<{ captions: Captions; warning?: string }> {
  const text = textOf(file)
  if (text === undefined) throw invalid('file', CAPTIONS_NOT_TEXT)
  const read = await readCaptions(text)
  if (read.error !== undefined) throw invalid('file', read.error)
  const { cues, vtt } = read
  return transaction(db, async (trx) => {
    const { duration_s: duration } = await visibleCourse(trx, teacher, { courseId, held: 'change' })
    const row = { courseId, language, label: label || nameOf(language), vtt, cuesCount: cues.length }
    const id = await writeCaptions(trx, row)
    if ((await countLanguages(trx, courseId)) > CAPTIONS_MAX) throw invalid('file', CAPTIONS_REACHED)
    await renewPassages(trx, id)
    await audit(trx, meta, {
      action: 'captions.saved',
      actorId: teacher.id,
      subject: courseId,
      detail: { language, cues: cues.length },
    })
    const captions = (await listCaptions(trx, courseId)).find(({ _id }) => _id === id)
    if (!captions) throw new AppError('not_found', NOT_FOUND.captions)
    const late = duration === null ? 0 : cues.filter(({ start }) => start >= duration).length
    return { captions, ...(duration !== null && late > 0 && { warning: lateCues(late, duration) }) }
  })
}

/** `undefined` for bytes that are not UTF-8. */
export function textOf(file: Buffer): string | undefined {
  return isUtf8(file) ? file.toString('utf8') : undefined
}

const names = new Intl.DisplayNames(['en'], { type: 'language' })

/** "German" for `de`. */
export function nameOf(language: string): string {
  return names.of(language) ?? language
}

/** Throws `not_found` when there are no captions in this language. */
export async function removeCaptions(
  db: Db,
  { actor, meta }: { actor: Viewer; meta: RequestMeta },
  { courseId, language }: InLanguage,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (!(await deleteCaptions(trx, { courseId, language })))
      throw new AppError('not_found', NOT_FOUND.captions)
    await audit(trx, meta, {
      action: 'captions.deleted',
      actorId: actor.id,
      subject: courseId,
      detail: { language },
    })
  })
}
