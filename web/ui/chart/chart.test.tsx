import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ChartPanel, ChartTable } from './chart-panel.tsx'
import { DayChart } from './day-chart.tsx'
import { HeatStrip, stripRows } from './heat-strip.tsx'
import { scaleFor } from './scale.ts'
import type { Strip } from './strip.ts'

const STRIP: Strip = {
  slotSeconds: 10,
  reached: [40, 40, 20, 0],
  watched: [40, 10, 20, 0],
  stopped: [0, 20, 20, 0],
}

let pressed: number[]

function Stepping() {
  const [slot, setSlot] = useState(0)
  return (
    <HeatStrip
      strip={STRIP}
      slot={slot}
      onMove={setSlot}
      onPress={(at) => pressed.push(at)}
      caption="Said."
    />
  )
}

function openStrip() {
  pressed = []
  render(<Stepping />)
  const slider = screen.getByRole('slider', { name: 'Place in the video' })
  return { slider, said: () => slider.getAttribute('aria-valuetext') }
}

test('the arrow keys move through the strip and say each part; Enter plays it', async () => {
  const { said } = openStrip()
  await userEvent.tab()
  expect(said()).toBe('0:00: 40 got here, 100 % watched, 0 stopped')
  await userEvent.keyboard('{ArrowRight}')
  expect(said()).toBe('0:10: 40 got here, 25 % watched, 20 stopped')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(said(), 'the strip ends there').toBe('0:00: 40 got here, 100 % watched, 0 stopped')
  await userEvent.keyboard('{End}')
  expect(said()).toBe('0:30: 0 got here, 0 % watched, 0 stopped')
  expect(pressed).toEqual([])
  await userEvent.keyboard('{Home}{ArrowRight}{Enter}')
  expect(pressed).toEqual([1])
})

test('a press on the strip names the part under the finger', async () => {
  const { slider } = openStrip()
  slider.getBoundingClientRect = () => new DOMRect(100, 0, 400, 210)
  await userEvent.pointer([
    { keys: '[MouseLeft]', target: slider, coords: { clientX: 310 } },
    { keys: '[MouseLeft]', target: slider, coords: { clientX: 501 } },
    { keys: '[MouseRight]', target: slider, coords: { clientX: 110 } },
  ])
  expect(pressed).toEqual([2, 3])
})

test('the strip draws three paths, with one bar for each number that is not nothing', () => {
  const { slider } = openStrip()
  const bars = [...slider.querySelectorAll('path')].slice(0, 3)
  expect(bars.map((path) => path.getAttribute('d')?.match(/M/g)?.length)).toEqual([3, 3, 2])
})

test('Table opens the numbers of the chart, and closes them', async () => {
  render(
    <ChartPanel
      title="Parts"
      table={<ChartTable heads={['Part', 'Got here', 'Watched', 'Stopped']} rows={stripRows(STRIP)} />}
    >
      <p>Chart</p>
    </ChartPanel>,
  )
  const button = screen.getByRole('button', { name: 'Table' })
  expect([button.getAttribute('aria-expanded'), screen.queryByRole('table')]).toEqual(['false', null])
  await userEvent.click(button)
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'PartGot hereWatchedStopped',
    '0:00–0:1040100 %0',
    '0:10–0:204025 %20',
    '0:20–0:3020100 %20',
    '0:30–0:4000 %0',
  ])
  await userEvent.click(button)
  expect([button.getAttribute('aria-expanded'), screen.queryByRole('table')]).toEqual(['false', null])
})

test('the chart of days says its result and names the last value, the ticks and five days', () => {
  const days = Array.from({ length: 28 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 9, 29 + index)).toISOString().slice(0, 10),
    value: index === 27 ? 196 : 100,
  }))
  render(<DayChart days={days} unit="min" caption="2,896 minutes in 28 days." />)
  const figure = screen.getByRole('figure', { name: '2,896 minutes in 28 days.' })
  expect([...figure.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual([
    '0',
    '100',
    '200',
    '29 Oct',
    '5 Nov',
    '12 Nov',
    '18 Nov',
    '25 Nov',
    '196 min',
  ])
  expect(figure.querySelector('rect')?.textContent).toBe('29 Oct: 100 min')
})

test.each([
  [0, [0, 1, 2]],
  [1, [0, 1, 2]],
  [3, [0, 2, 4]],
  [209, [0, 125, 250]],
  [26_910, [0, 15_000, 30_000]],
])('the axis of values up to %i has whole round ticks', (max, ticks) => {
  expect(scaleFor(max).ticks).toEqual(ticks)
})
