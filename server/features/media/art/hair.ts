import { circle, path } from './shapes.ts'

/** The hair behind the head and the hair in front of it. */
export type Hair = { behind: string; over: string }

const short = (color: string): Hair => ({
  behind: '',
  over: path(
    'M25 36 C23 18 34 13 42 14 C54 13 58 22 56 36 C54 30 52 27 47 26 C40 28 31 26 28 29 C26 31 26 33 25 36Z',
    color,
  ),
})

const cropped = (color: string): Hair => ({
  behind: '',
  over: path(
    'M26 34 C24 22 30 14 40 14 C50 14 57 21 55 35 C54 29 53 26 51 24 H30 C27 26 27 30 26 34Z',
    color,
  ),
})

const long = (color: string): Hair => ({
  behind: path('M22 60 C18 30 24 12 40 12 C57 12 62 30 58 60 C52 63 28 63 22 60Z', color),
  over: path('M25 38 C24 22 32 16 41 17 C52 17 56 26 55 38 C52 30 46 27 40 22 C36 27 29 29 25 38Z', color),
})

const bun = (color: string): Hair => ({
  behind: circle({ x: 40, y: 13, radius: 9 }, color),
  over: path('M25 36 C24 20 31 15 40 15 C49 15 56 20 55 36 C53 27 47 24 40 24 C33 24 27 27 25 36Z', color),
})

const curls = (color: string): Hair => ({
  behind:
    circle({ x: 40, y: 29, radius: 21 }, color) +
    circle({ x: 24, y: 34, radius: 8 }, color) +
    circle({ x: 56, y: 34, radius: 8 }, color),
  over: path('M26 33 C27 20 34 18 40 18 C46 18 53 20 54 33 C50 26 46 25 40 25 C34 25 30 26 26 33Z', color),
})

const fringe = (color: string): Hair => ({
  behind: path(
    'M21 52 C16 26 26 11 41 11 C56 11 63 27 59 50 C58 54 53 52 53 48 L53 34 H27 L27 48 C27 53 22 55 21 52Z',
    color,
  ),
  over: path(
    'M25 37 C25 24 30 17 40 17 C50 17 55 24 55 37 C52 31 52 27 50 25 C44 28 34 28 30 25 C28 28 28 32 25 37Z',
    color,
  ),
})

export const hairStyles = [short, cropped, long, bun, curls, fringe] as const
