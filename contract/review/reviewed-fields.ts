/**
 * What is reviewed; captions and the order are not. The last three only with `REVIEW_EDITS=all`. In the order in which screens
 * show it.
 */
export const REVIEWED_FIELDS = [
  'title',
  'description',
  'category',
  'image',
  'video',
  'language',
  'level',
  'promise',
  'chapters',
  'corrections',
  'sections',
] as const

/** As teachers and admins read them. */
export const FIELD_NAMES: Readonly<Record<(typeof REVIEWED_FIELDS)[number], string>> = {
  title: 'Title',
  description: 'Description',
  category: 'Category',
  image: 'Picture',
  video: 'Video',
  language: 'Language',
  level: 'Level',
  promise: 'Promise',
  chapters: 'Chapters',
  corrections: 'Corrections',
  sections: 'Section titles',
}

/** The titles of sections, one per line. */
export function sectionLines(sections: readonly { title: string }[] = []): string {
  return sections.map(({ title }) => title).join('\n')
}
