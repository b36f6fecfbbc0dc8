import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { LegalPage } from '#contract/settings/legal.ts'
import { LEGAL_KINDS, LEGAL_TITLES, type LegalKind, MARKDOWN_MAX } from '#contract/settings/legal-kinds.ts'
import { codeOf, fieldErrors } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { loadPage } from '#web/core/load-page.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import {
  legalPageOf,
  legalPreviewOf,
  legalStatesOf,
  usePublishPage,
} from '#web/features/settings/legal.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { FormSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { FormattedText } from '#web/ui/text/formatted-text.tsx'
import styles from './legal-editor.module.css'

/** /admin/settings/legal/{kind}: writes and publishes a legal page. */
export function Component() {
  const { kind: name } = useParams()
  const me = useCurrentUser()
  const kind = LEGAL_KINDS.find((each) => each === name) ?? 'terms'
  const call = useCall()
  const isAdmin = me?.isAdmin === true
  const states = useQuery({ ...legalStatesOf(call, viewerKey(me)), enabled: isAdmin })
  const version = states.data?.pages.find((each) => each.kind === kind)?.version
  const page = useQuery({
    ...legalPageOf(call, kind, viewerKey(me)),
    enabled: version !== undefined && version > 0,
  })
  const isNew = version === 0
  const failed = [states, page].find(({ isError, data }) => isError && !data)
  return (
    <>
      <ScreenTitle screen={LEGAL_TITLES[kind]} unlisted />
      <p>
        <TextLink to="/admin/settings">Settings</TextLink>
      </p>
      <h2>{LEGAL_TITLES[kind]}</h2>
      {!(isNew || page.data || failed) && (
        <Loading what="the page">
          <FormSkeleton fields={2} />
        </Loading>
      )}
      {failed && <LoadFailed drawing="categories" error={failed.error} onRetry={failed.refetch} />}
      {(page.data || isNew) && <Editor key={kind} kind={kind} page={page.data} />}
    </>
  )
}

function Editor({ kind, page }: { kind: LegalKind; page: LegalPage | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  const stored = page?.markdown ?? ''
  const draft = useFormDraft('legal', kind, { form, stored: { markdown: stored } })
  const [errors, setErrors] = useState<FormErrors>({})
  const [previewed, setPreviewed] = useState<string>()
  const publish = usePublishPage(kind)
  const former = page?.version ?? 0

  function submit(data: FormData): void {
    const body = { markdown: textOf(data, 'markdown'), asksAgain: data.has('asksAgain'), from: former }
    publish.mutate(body, {
      onSaved: () => {
        draft.remove()
        // The footer of every screen links it.
        void loadPage()
      },
      onError: (error) => {
        const conflict: FormErrors = codeOf(error) === 'conflict' ? { markdown: error.message } : {}
        setErrors({ ...conflict, ...fieldErrors(error) })
      },
    })
  }

  return (
    <Form
      key={draft.version}
      ref={form}
      card
      errors={errors}
      aria-label={LEGAL_TITLES[kind]}
      onChange={draft.store}
      onSubmit={submit}
    >
      <TextAreaField
        name="markdown"
        label="Text"
        required
        rows={18}
        help={`Markdown, at most ${MARKDOWN_MAX} characters. No pictures and no HTML.`}
        defaultValue={draft.text('markdown', stored)}
      />
      {former > 0 && kind !== 'imprint' && (
        <label className={styles.again}>
          <input type="checkbox" name="asksAgain" />
          Ask everybody to accept it again
        </label>
      )}
      <DraftLine draft={draft} />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={publish.isPending}>
          Publish version {former + 1}
        </Button>
        <Button
          onClick={() => setPreviewed(form.current ? textOf(new FormData(form.current), 'markdown') : '')}
        >
          Preview
        </Button>
      </div>
      {previewed !== undefined && <Preview markdown={previewed} />}
    </Form>
  )
}

function Preview({ markdown }: { markdown: string }) {
  const preview = useQuery({ ...legalPreviewOf(useCall(), markdown), retry: false })
  return (
    <section className={styles.preview} aria-label="Preview" aria-busy={preview.isPending}>
      {preview.isError && <p role="alert">{fieldErrors(preview.error)?.markdown ?? preview.error.message}</p>}
      {preview.data && <FormattedText text={preview.data.text} />}
    </section>
  )
}
