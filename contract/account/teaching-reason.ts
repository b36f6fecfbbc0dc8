import { text } from '#contract/text.ts'

const REASON_MIN = 10
const REASON_MAX = 500
const MESSAGE = `Tell us in ${REASON_MIN} to ${REASON_MAX} characters what you want to teach.`

/** The answer to "What do you want to teach?". */
export const TeachingReason = text({
  label: 'Reason',
  min: REASON_MIN,
  max: REASON_MAX,
  short: MESSAGE,
  long: MESSAGE,
  multiline: true,
})
