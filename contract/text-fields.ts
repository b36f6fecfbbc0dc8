import { text } from './text.ts'

export const TITLE_MIN = 3
export const TITLE_MAX = 120
const TITLE_MESSAGE = `Title must be ${TITLE_MIN} to ${TITLE_MAX} characters.`
/** The title of a playlist or a video. */
export const Title = text({
  label: 'Title',
  min: TITLE_MIN,
  max: TITLE_MAX,
  short: TITLE_MESSAGE,
  long: TITLE_MESSAGE,
})

export const DESCRIPTION_MAX = 5000
/** Plain text in several lines; links in it become clickable when shown. */
export const Description = text({
  label: 'Description',
  min: 1,
  max: DESCRIPTION_MAX,
  short: 'Description is required.',
  long: `Description must be at most ${DESCRIPTION_MAX} characters.`,
  multiline: true,
})
