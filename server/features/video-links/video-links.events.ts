import { on } from '#server/events.ts'
import { checkCourseSoon, checkSoon } from './checks/video-checks.ts'

on('course.videoLinked', (trx, { video }) => checkSoon(trx, video))

on('course.videoFailed', (trx, { courseId }) => checkCourseSoon(trx, courseId))
