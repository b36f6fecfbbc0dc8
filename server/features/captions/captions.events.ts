import { on } from '#server/events.ts'
import { copyCaptions, deleteAutoCaptions } from './captions.queries.ts'

on('course.videoChanged', (trx, { courseId }) => deleteAutoCaptions(trx, courseId))

on('playlist.duplicated', async (trx, { copies }) => {
  for (const [from, to] of copies) await copyCaptions(trx, { from, to })
})
