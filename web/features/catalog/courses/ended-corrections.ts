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

/** How many corrections of a form end because the form has another video than the course. */
export function correctionsToEnd(course: Course, data: FormData): number {
  const [stored, typed] = [videoOf(linkOf(course)), videoOf(textOf(data, 'videoLink'))]
  if (!(stored && typed) || videoKeyOf(stored) === videoKeyOf(typed)) return 0
  return textOf(data, 'corrections')
    .split('\n')
    .filter((line) => line.trim() !== '').length
}
