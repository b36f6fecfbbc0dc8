import { useRef } from 'react'
import { CONTACT } from '#contract/settings/contact.ts'
import type { ContactDetails } from '#contract/settings/site.ts'
import { useSite } from '#web/core/app-context.tsx'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form, FormFoot, FormHead } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Split } from '#web/ui/layout/section.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './contact.module.css'

const LEAD = 'A question, an idea, or something that does not work? Tell us.'

interface ContactDetail {
  icon: IconName
  term: string
  lines: readonly { text: string; href?: string }[]
}

/** The details that an admin has saved, or those of the contract; without what is empty. */
function detailsOf(saved: ContactDetails | undefined): ContactDetail[] {
  const { email, phone, address } = saved ?? CONTACT
  const details: ContactDetail[] = [
    { icon: 'mail', term: 'Email', lines: [{ text: email, href: `mailto:${email}` }] },
    {
      icon: 'telephone',
      term: 'Phone',
      lines: [
        { text: phone, href: `tel:${phone.replaceAll(/[^+\d]/g, '')}` },
        ...(saved ? [] : [{ text: 'Monday to Friday, 9:00 to 17:00' }]),
      ],
    },
    { icon: 'map-pin', term: 'Address', lines: address.split('\n').map((text) => ({ text })) },
  ]
  return details.filter(({ lines }) => lines[0]?.text !== '')
}

/** /contact: submitting the form does nothing, so the input stays. */
export function Component() {
  const { name, contact } = useSite()
  return (
    <>
      <ScreenTitle screen="Contact Us" description={`How to reach the people of ${name}.`} />
      <PageHead title="Contact Us" lead={LEAD} />
      <Split>
        <MessageForm />
        <section aria-labelledby="details">
          <h2 id="details" className="sr">
            Contact details
          </h2>
          <dl className={styles.details}>
            {detailsOf(contact).map((detail) => (
              <div key={detail.term}>
                <Icon name={detail.icon} />
                <dt>{detail.term}</dt>
                {detail.lines.map(({ text, href }) => (
                  <dd key={text}>{href === undefined ? text : <a href={href}>{text}</a>}</dd>
                ))}
              </div>
            ))}
          </dl>
        </section>
      </Split>
    </>
  )
}

function MessageForm() {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('contact', 'new', { form })
  const field = (name: string) => ({ name, defaultValue: draft.text(name, '') })
  return (
    <Form
      key={draft.version}
      ref={form}
      card
      columns={2}
      aria-labelledby="message"
      onChange={draft.store}
      onSubmit={() => {}}
    >
      <FormHead id="message" title="Send a message">
        <p className={styles.hint}>The quickest way to an answer is by email or phone.</p>
        <DraftLine draft={draft} />
      </FormHead>
      <TextField {...field('name')} label="Name" autoComplete="name" />
      <TextField
        {...field('email')}
        label="Email"
        kind="email"
        autoComplete="email"
        placeholder="you@example.com"
      />
      <TextField {...field('subject')} label="Subject" span />
      <TextAreaField {...field('message')} label="Message" span rows={6} />
      <FormFoot>
        <Button type="submit" variant="primary" size="lg">
          Send Message
        </Button>
      </FormFoot>
    </Form>
  )
}
