import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import { BrandMark } from './brand-mark.tsx'
import { BrandPanel } from './brand-panel.tsx'
import { Button, LinkButton } from './button.tsx'
import { ChipLink } from './chip.tsx'
import { Confirm } from './confirm.tsx'
import { DataTable } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { Form } from './form.tsx'
import { Icon } from './icon.tsx'
import { Loading } from './loading.tsx'
import { PasswordField } from './password-field.tsx'
import { RadioCards } from './radio-cards.tsx'
import { Segmented } from './segmented.tsx'
import { SelectField } from './select-field.tsx'
import { SheetStack } from './sheet-stack.tsx'
import { CardSkeletons, LineSkeletons, RowSkeletons } from './skeleton.tsx'
import { Stats } from './stats.tsx'
import { TabsNav } from './tabs-nav.tsx'
import { TextAreaField } from './text-area-field.tsx'
import { TextField } from './text-field.tsx'
import { Thumb } from './thumb.tsx'
import { Toasts } from './toasts.tsx'

const nothing = () => undefined
const choices = [{ value: 'a', label: 'A' }]

const elements: [string, ReactNode][] = [
  [
    'buttons',
    [<Button key="1" busy="Saving..." />, <LinkButton key="2" to="/" />, <ChipLink key="3" to="/" />],
  ],
  [
    'pictures',
    <SheetStack key="1" category="music">
      <Thumb play>
        <Icon name="play" />
      </Thumb>
    </SheetStack>,
  ],
  [
    'boards',
    <BrandPanel key="1">
      <BrandMark />
      <Stats variant="foot" items={[]} />
    </BrandPanel>,
  ],
  ['tabs', <TabsNav key="1" label="Admin" tabs={[{ to: '/', label: 'Playlists' }]} />],
  ['a table', <DataTable key="1" layout="review" rows={[]} columns={[]} />],
  ['an empty state', <EmptyState key="1" drawing="search" title="No playlist found." />],
  [
    'skeletons',
    <Loading key="1" what="courses">
      <CardSkeletons count={3} />
      <RowSkeletons count={3} />
      <LineSkeletons count={3} />
    </Loading>,
  ],
  [
    'a form',
    <Form key="1" onSubmit={nothing} errors={{ text: 'Wrong.' }}>
      <TextField name="text" label="Text" help="Help." />
      <TextAreaField name="area" label="Area" />
      <PasswordField name="password" label="Password" autoComplete="new-password" />
      <SelectField name="select" label="Select" options={choices} placeholder="Choose one" />
      <Segmented name="role" legend="Role" options={choices} />
      <RadioCards name="status" legend="Status" options={choices} />
    </Form>,
  ],
  [
    'popups',
    [
      <Toasts key="1" path="/" source={{ subscribe: () => nothing }} />,
      <Confirm key="2" title="?" text="" action="" onClose={nothing} onConfirm={nothing} />,
    ],
  ],
]

/** The content security policy blocks both in a page of the server. */
test.each(elements)('%s reach the browser without inline styles', (_name, element) => {
  const markup = renderToString(<StaticRouter location="/">{element}</StaticRouter>)
  expect(markup).not.toMatch(/ style=|<style/)
})
