import { CAPTIONS_REQUIRED, captionsApi } from '#contract/captions/captions.ts'
import { readVtt } from '#contract/captions/captions-file.ts'
import { LANGUAGE_MESSAGE, LanguageTag } from '#contract/language.ts'
import type { AppContext } from '#server/context.ts'
import { findCourse } from '#server/features/catalog/playlists/visibility.ts'
import { invalid } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { captionsFile, findCaptions, listCaptions, removeCaptions, saveCaptions } from './captions.ts'

export function captionsRoutes(context: AppContext): void {
  const { db, jobs } = context

  route(context, captionsApi.list, {
    object: ({ reading, viewer, param }) => findCourse(reading, viewer, { courseId: param('courseId') }),
    run: async ({ reading, object }) => ({ captions: await listCaptions(reading, object.id) }),
  })

  route(context, captionsApi.file, {
    object: ({ reading, viewer, param }) => findCourse(reading, viewer, { courseId: param('courseId') }),
    run: async ({ reading, object, param, header }) => {
      const language = param('language')
      const vtt = await captionsFile(reading, { courseId: object.id, language })
      header('content-disposition', `attachment; filename="captions-${language}.vtt"`)
      return vtt
    },
  })

  route(context, captionsApi.save, {
    object: ({ viewer, param }) => findCourse(db, viewer, { courseId: param('courseId') }),
    run: async ({ viewer, object, param, body: { label, edited, updatedAt }, image: file, meta }) => {
      const language = LanguageTag.safeParse(param('language')).data
      if (language === undefined) throw invalid('language', LANGUAGE_MESSAGE)
      if (!file) throw invalid('file', CAPTIONS_REQUIRED)
      const isEdited = edited !== undefined
      const saved = await saveCaptions(
        db,
        { teacher: viewer, meta },
        { courseId: object.id, language, label, file, isEdited, updatedAt },
      )
      jobs.wake()
      return { success: true as const, message: 'Captions saved.', ...saved }
    },
  })

  route(context, captionsApi.remove, {
    object: ({ viewer, param }) => findCourse(db, viewer, { courseId: param('courseId') }),
    run: async ({ viewer, object, param, meta }) => {
      await removeCaptions(db, { actor: viewer, meta }, { courseId: object.id, language: param('language') })
      return { success: true as const, message: 'Captions deleted.' }
    },
  })

  route(context, captionsApi.cues, {
    object: ({ reading, viewer, param }) => findCaptions(reading, viewer, param('captionsId')),
    run: async ({ object }) => ({ cues: readVtt(object.vtt) }),
  })
}
