/** What is reviewed; captions and the order are not. In the order in which screens show it. */
export const REVIEWED_FIELDS = [
  'title',
  'description',
  'category',
  'image',
  'video',
  'language',
  'level',
  'promise',
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
}
