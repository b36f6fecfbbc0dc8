import { useSite } from '#web/core/app-context.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Form, FormFoot, FormHead } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import type { IconName } from '#web/ui/picture/icon-paths.ts'
import styles from './contact.module.css'

/** Outlines of Tabler Icons that only this screen uses. */
const MAP_PIN =
  'M9 11a3 3 0 1 0 6 0a3 3 0 0 0-6 0M17.66 16.66l-4.24 4.24a2 2 0 0 1-2.83 0l-4.24-4.24a8 8 0 1 1 11.31 0z'
const PHONE =
  'M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5l1.5-2.5l5 2v4a2 2 0 0 1-2 2a16 16 0 0 1-15-15a2 2 0 0 1 2-2'

const LEAD = 'A question, an idea, or something that does not work? Tell us.'

interface ContactDetail {
  icon: IconName
  term: string
  lines: readonly { text: string; href?: string }[]
}

/** The same for every site, with an invented address and number (specification section 2, /contact). */
const CONTACT_DETAILS: readonly ContactDetail[] = [
  {
    icon: 'mail',
    term: 'Email',
    lines: [{ text: 'hello@lectern.example', href: 'mailto:hello@lectern.example' }],
  },
  {
    icon: PHONE,
    term: 'Phone',
    lines: [
      { text: '+1 202 555 0143', href: 'tel:+12025550143' },
      { text: 'Monday to Friday, 9:00 to 17:00' },
    ],
  },
  {
    icon: MAP_PIN,
    term: 'Address',
    lines: [{ text: '12 Chalkboard Lane' }, { text: 'Example City 10115' }],
  },
]

/** Specification section 2, /contact: submitting the form does nothing, so the input stays. */
export function Component() {
  const { name } = useSite()
  return (
    <>
      <ScreenTitle screen="Contact Us" description={`How to reach the people of ${name}.`} />
      <PageHead title="Contact Us" lead={LEAD} />
      <Split>
        <Form card columns={2} aria-labelledby="message" onSubmit={() => {}}>
          <FormHead id="message" title="Send a message">
            <p className={styles.hint}>The quickest way to an answer is by email or phone.</p>
          </FormHead>
          <TextField name="name" label="Name" autoComplete="name" />
          <TextField
            name="email"
            label="Email"
            kind="email"
            autoComplete="email"
            placeholder="you@example.com"
          />
          <TextField name="subject" label="Subject" span />
          <TextAreaField name="message" label="Message" span rows={6} />
          <FormFoot>
            <Button type="submit" variant="primary" size="lg">
              Send Message
            </Button>
          </FormFoot>
        </Form>
        <section aria-labelledby="details">
          <h2 id="details" className="sr">
            Contact details
          </h2>
          <dl className={styles.details}>
            {CONTACT_DETAILS.map((detail) => (
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
