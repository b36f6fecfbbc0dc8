import { correctionLines } from '#contract/catalog/corrections.ts'
import type { Course } from '#contract/catalog/courses.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { videoOf } from '#contract/video-links/video-link.ts'
import { textOf } from '#web/core/form-values.ts'
import { linkOf } from './video-field.tsx'

/** The corrections of a form, if the user has changed them. */
export function changedCorrections({ corrections = [] }: Course, data: FormData): string | undefined {
  const typed = textOf(data, 'corrections').replaceAll('\r\n', '\n')
  return typed.trim() === correctionLines(corrections) ? undefined : typed
}

interface Sent {
  videoLink?: string | undefined
  /** Only if they have changed. */
  corrections?: string | undefined
}

/** How many corrections end because this input has another video than the course. */
export function correctionsToEnd(course: Course, { videoLink = '', corrections }: Sent): number {
  const [stored, sent] = [videoOf(linkOf(course)), videoOf(videoLink)]
  if (!(stored && sent) || videoKeyOf(stored) === videoKeyOf(sent)) return 0
  const lines = corrections ?? correctionLines(course.corrections ?? [])
  return lines.split('\n').filter((line) => line.trim() !== '').length
}
