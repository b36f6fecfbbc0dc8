import {
  CAPTIONS_MAX,
  CAPTIONS_NOT_TEXT,
  CAPTIONS_REACHED,
  type Captions,
  type Cue,
  lateCues,
} from '#contract/captions/captions.ts'
import { readVtt, writeVtt } from '#contract/captions/captions-file.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { emit } from '#server/events.ts'
import { byLabel } from '#server/features/catalog/courses/course-rows.queries.ts'
import { isCourseShownTo, visibleCourse } from '#server/features/catalog/playlists/visibility.ts'
import { AppError, checkUnchanged, invalid } from '#server/http/app-error.ts'
import {
  captionsInside,
  countLanguages,
  deleteCaptions,
  findFile,
  findWithCourse,
  writeCaptions,
} from './captions.queries.ts'
import { decodeText } from './import/decode-text.ts'
import { readCaptions } from './import/read-captions.ts'

/** Captions are as visible as their course. */
export async function findCaptions(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<({ vtt: string } & Resource) | undefined> {
  const found = isId(id) ? await findWithCourse(db, id) : undefined
  if (!found) return undefined
  const { vtt, teacher_id: teacherId } = found
  const isShown = await isCourseShownTo(db, viewer, found)
  return { vtt, access: { ownerId: teacherId, teacherId, isShown } }
}

/** The captions of a course by the name of their language. */
export async function listCaptions(db: Db, courseId: string): Promise<Captions[]> {
  const rows = await captionsInside(db, courseId)
  return rows.toSorted(byLabel).map(({ id, cues_count, created_at, updated_at, ...row }) => ({
    _id: id,
    ...row,
    cuesCount: cues_count,
    createdAt: created_at,
    updatedAt: updated_at ?? created_at,
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

interface NewCaptions extends InLanguage {
  label: string | undefined
  file: Buffer
  /** The file is the stored one with other cues. */
  isEdited: boolean
  /** The version that the teacher has changed. */
  updatedAt?: string | undefined
}

interface SavedCaptions {
  captions: Captions
  warning?: string
  encoding?: string
  firstCues: Cue[]
}

/** So many cues show a teacher whether a file was read as it is meant. */
const FIRST_CUES = 3

/**
 * Adds or replaces the captions of the caller's own course in one language, at once also with `REVIEW_EDITS=all`, so that a wrong
 * caption is repaired in minutes; the audit log says who did. Throws `invalid` with a sentence about the first
 * mistake in the file, and `conflict` when `updatedAt` is not that of the stored captions. Cues after the end of the video only cause a warning.
 */
export async function saveCaptions(
  db: Db,
  { teacher, meta }: { teacher: Viewer; meta: RequestMeta },
  { courseId, language, label, file, isEdited, updatedAt }: NewCaptions,
): Promise<SavedCaptions> {
  const decoded = decodeText(file, language)
  if (decoded === undefined) throw invalid('file', CAPTIONS_NOT_TEXT)
  const { text, encoding } = decoded
  const read = (isEdited && readEdited(text)) || readCaptions(text)
  if (read.error !== undefined) throw invalid('file', read.error)
  const { cues } = read
  const vtt = writeVtt(cues)
  return transaction(db, async (trx) => {
    const { duration_s: duration } = await visibleCourse(trx, teacher, { courseId, lock: 'change' })
    const stored = (await listCaptions(trx, courseId)).find((each) => each.language === language)
    checkUnchanged(stored, updatedAt)
    const row = { courseId, language, label: label || nameOf(language), vtt, cuesCount: cues.length }
    const id = await writeCaptions(trx, row)
    if ((await countLanguages(trx, courseId)) > CAPTIONS_MAX) throw invalid('file', CAPTIONS_REACHED)
    await emit(trx, 'captions.changed', { captionsId: id })
    await audit(trx, meta, {
      action: 'captions.saved',
      actorId: teacher.id,
      subject: courseId,
      detail: { language, cues: cues.length },
    })
    const captions = (await listCaptions(trx, courseId)).find(({ _id }) => _id === id)
    if (!captions) throw new AppError('not_found', NOT_FOUND.captions)
    const late = duration === null ? 0 : cues.filter(({ start }) => start >= duration).length
    return {
      captions,
      ...(duration !== null && late > 0 && { warning: lateCues(late, duration) }),
      ...(encoding !== undefined && { encoding }),
      firstCues: cues.slice(0, FIRST_CUES),
    }
  })
}

/** The cues of a file in the form that is stored; undefined for another file. */
function readEdited(text: string): ReturnType<typeof readCaptions> | undefined {
  const cues = readVtt(text)
  const isValid = cues.every((cue) => cue.end > cue.start && cue.text.trim() !== '')
  return isValid && cues.length > 0 && writeVtt(cues) === text ? { cues } : undefined
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
