const SUMMARY_MAX = 120
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** What a playlist says of a video: the first sentence of its description, cut at a word where it is long. */
export function summaryOf(description: string): string {
  const [first] = sentences.segment(description.trimStart())
  const sentence = first?.segment.trim() ?? ''
  if (sentence.length <= SUMMARY_MAX) return sentence
  const room = SUMMARY_MAX - 1
  const space = sentence.lastIndexOf(' ', room)
  // A script without spaces is cut between two characters.
  const cut = space > 0 ? sentence.slice(0, space) : sentence.slice(0, room).replace(/[\ud800-\udbff]$/, '')
  return `${cut.replace(/[\s.,;:…-]+$/u, '')}…`
}
