import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { CardSkeletons, LineSkeletons, RowSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Toasts } from '#web/ui/feedback/toasts.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ChipLink } from '#web/ui/layout/chip.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { TabsNav } from '#web/ui/navigation/tabs-nav.tsx'
import { Confirm } from '#web/ui/overlay/confirm.tsx'
import { SheetStack } from '#web/ui/overlay/sheet-stack.tsx'
import { BrandMark } from '#web/ui/picture/brand-mark.tsx'
import { BrandPanel } from '#web/ui/picture/brand-panel.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { Stats } from '#web/ui/table/stats.tsx'

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
