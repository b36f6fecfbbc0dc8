import { on } from '#server/events.ts'
import { deleteAutoCaptions } from './captions.queries.ts'

on('course.videoChanged', (trx, { courseId }) => deleteAutoCaptions(trx, courseId))
