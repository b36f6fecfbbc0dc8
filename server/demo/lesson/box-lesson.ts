import { type Box, outlined, rect, stroke } from '#server/features/media/art/shapes.ts'
import { write } from './letters.ts'

/** The lesson: a page is made of boxes, a box has four parts, and the margins of two boxes share their space. */
export const LESSON = { width: 1280, height: 720, seconds: 46 } as const
/** Seconds at which something happens, which is also when a note sounds. */
export const BEATS = {
  page: 0.6,
  outlined: [4.5, 5.6, 6.7, 7.8, 8.9],
  alone: 11.5,
  content: 14,
  padding: 18,
  border: 22,
  margin: 26,
  above: 31,
  second: 34,
  meet: 37.5,
  shared: 41,
} as const

const COLORS = {
  board: '#0A3A2B',
  page: '#F2FBF7',
  shade: '#D3E6DD',
  ink: '#1F5F49',
  accent: '#6CE1B5',
  padding: '#2EA27B',
  border: '#F5C869',
  margin: '#B9DACC',
} as const

/** From 0 to 1 while the time passes a beat, slow at both ends. */
function since(seconds: number, beat: number, length = 1.2): number {
  const part = Math.min(1, Math.max(0, (seconds - beat) / length))
  return part * part * (3 - 2 * part)
}

const mix = (from: number, to: number, part: number) => from + (to - from) * part

function mixBoxes(from: Box, to: Box, part: number): Box {
  return {
    x: mix(from.x, to.x, part),
    y: mix(from.y, to.y, part),
    width: mix(from.width, to.width, part),
    height: mix(from.height, to.height, part),
    radius: 10,
  }
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by, radius: 10 }
}

const opacity = (part: number) => ` opacity="${part.toFixed(3)}"`
const dashed = (color: string, part: number) =>
  `${outlined({ color, width: 3 })} stroke-dasharray="10 9"${opacity(part)}`

/** The picture at this second, as an SVG document. */
export function drawLesson(seconds: number): string {
  const { width, height } = LESSON
  const ground = rect({ x: 0, y: 0, width, height }, COLORS.board)
  const pictures = [drawPage(seconds), drawBox(seconds), drawMeeting(seconds)]
  // A drawing is decoded at twice the size that it says.
  const size = `width="${width / 2}" height="${height / 2}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground}${pictures.join('')}</svg>`
}

const PAGE: Box = { x: 290, y: 90, width: 700, height: 540, radius: 18 }
const BUTTON: Box = { x: 340, y: 535, width: 170, height: 52, radius: 10 }
/** Heading, picture, two paragraphs and a button. */
const ELEMENTS: readonly (Box & { color: string })[] = [
  { x: 340, y: 140, width: 380, height: 40, radius: 8, color: COLORS.ink },
  { x: 690, y: 220, width: 250, height: 180, radius: 10, color: COLORS.shade },
  { x: 340, y: 220, width: 310, height: 180, radius: 8, color: '' },
  { x: 340, y: 430, width: 600, height: 76, radius: 8, color: '' },
  { ...BUTTON, color: COLORS.padding },
]
const LINE_HEIGHT = 30

function drawPage(seconds: number): string {
  const left = 1 - since(seconds, BEATS.alone)
  if (left === 0) return ''
  const shown = since(seconds, BEATS.page) * left
  const elements = ELEMENTS.flatMap(({ color, ...box }, index) => [
    color === '' ? linesIn(box) : rect(box, color),
    rect(grown(box, 8), 'none', dashed('#D42A5E', since(seconds, BEATS.outlined[index] ?? 0, 0.6))),
  ])
  return `<g${opacity(shown)}>${rect(PAGE, COLORS.page)}${elements.join('')}</g>`
}

function linesIn({ x, y, width, height }: Box): string {
  const lines = Array.from({ length: Math.floor(height / LINE_HEIGHT) }, (_, index) => {
    const length = width * (index % 3 === 2 ? 0.7 : 1)
    return rect({ x, y: y + 6 + index * LINE_HEIGHT, width: length, height: 12, radius: 6 }, COLORS.shade)
  })
  return lines.join('')
}

const CONTENT: Box = { x: 330, y: 285, width: 330, height: 150, radius: 10 }
/** How far each part reaches from the one inside it. */
const REACH = { padding: 54, border: 16, margin: 70 } as const
const LABEL_X = 960

/** One box in the middle, whose parts grow from the inside out. */
function drawBox(seconds: number): string {
  const left = 1 - since(seconds, BEATS.above, 1)
  const came = since(seconds, BEATS.alone, 1.8)
  if (came === 0 || left === 0) return ''
  const content = mixBoxes(BUTTON, CONTENT, came)
  const [padding, border, margin] = [
    since(seconds, BEATS.padding, 1.6),
    since(seconds, BEATS.border, 1.2),
    since(seconds, BEATS.margin, 1.6),
  ]
  const outerPadding = grown(content, REACH.padding * padding)
  const outerBorder = grown(outerPadding, REACH.border * border)
  const outerMargin = grown(outerBorder, REACH.margin * margin)
  const right = CONTENT.x + CONTENT.width
  const parts = [
    rect(outerMargin, 'none', dashed(COLORS.margin, margin)),
    rect(outerBorder, COLORS.border, opacity(border)),
    rect(outerPadding, COLORS.padding),
    rect(content, COLORS.page),
    label('content', { from: right - 40, y: 420, color: COLORS.page, part: since(seconds, BEATS.content) }),
    label('padding', { from: right + 27, y: 360, color: COLORS.accent, part: padding }),
    label('border', { from: right + 62, y: 300, color: COLORS.border, part: border }),
    label('margin', { from: right + 110, y: 240, color: COLORS.margin, part: margin }),
  ]
  return `<g${opacity(left)}>${parts.join('')}</g>`
}

interface Label {
  /** Where the line to it begins. */
  from: number
  y: number
  color: string
  part: number
}

/** A word at the right with a line to what it names. */
function label(word: string, { from, y, color, part }: Label): string {
  if (part === 0) return ''
  const end = mix(from, LABEL_X - 22, part)
  const ink = color === COLORS.page ? COLORS.ink : COLORS.board
  const line =
    stroke(`M${from} ${y}H${end.toFixed(1)}`, { color: ink, width: 8 }, opacity(0.25)) +
    stroke(`M${from} ${y}H${end.toFixed(1)}`, { color, width: 3 })
  const dot = `<circle cx="${from}" cy="${y}" r="7" fill="${color}" stroke="${ink}" stroke-width="3"/>`
  return line + dot + write(word, { x: LABEL_X, y, color, opacity: part })
}

const MEETING: Box = { x: 400, y: 0, width: 420, height: 110, radius: 10 }
const UPPER_Y = 130
const MARGINS = { upper: 90, lower: 60 } as const

/** Two boxes, one above the other: where they meet, only the larger margin counts. */
function drawMeeting(seconds: number): string {
  const shown = since(seconds, BEATS.above, 1)
  if (shown === 0) return ''
  const upper = { ...MEETING, y: UPPER_Y }
  const bottom = UPPER_Y + MEETING.height
  const apart = bottom + MARGINS.upper + MARGINS.lower + 30
  const together = bottom + MARGINS.upper
  const lower = { ...MEETING, y: mix(apart, together, since(seconds, BEATS.meet, 2)) }
  const second = since(seconds, BEATS.second)
  const shared = since(seconds, BEATS.shared)
  const middle = bottom + MARGINS.upper / 2
  const band = { x: MEETING.x, y: bottom, width: MEETING.width, height: MARGINS.upper }
  const bar = `M932 ${bottom}h20v${MARGINS.upper}h-20`
  const parts = [
    rect(band, COLORS.accent, opacity(shared * 0.22)),
    rect(grown(upper, MARGINS.upper), 'none', dashed(COLORS.margin, 1)),
    rect(grown(lower, MARGINS.lower), 'none', dashed(COLORS.border, second)),
    rect(upper, COLORS.page),
    rect(lower, COLORS.border, opacity(second)),
    stroke(bar, { color: COLORS.accent, width: 4 }, opacity(shared)),
    write('margin', { x: LABEL_X + 20, y: middle, color: COLORS.accent, opacity: shared }),
  ]
  return `<g${opacity(shown)}>${parts.join('')}</g>`
}
