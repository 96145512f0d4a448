import type { Delivery } from '../../../shared/deliveryStatus.ts';
import { DeliveryTimeline } from '../../../shared/islands/DeliveryTimeline.tsx';
import { stylePath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { ErrorSummary, FormChoice, FormField } from '../../../shared/ui/FormField.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { NoPosts } from '../../../shared/ui/NoPosts.tsx';
import { Pagination } from '../../../shared/ui/Pagination.tsx';
import { CheckList } from './CheckList.tsx';
import { ConnectionError } from './ConnectionError.tsx';
import { Loading } from './Loading.tsx';
import { Points } from './Points.tsx';

const delivery: Delivery = {
  reference: 'style-1',
  steps: [
    { step: 'submitted', label: 'Message received', state: 'completed', timestamp: '2024-05-01T16:00:00Z' },
    { step: 'sent', label: 'Email sent', state: 'in_progress', timestamp: null },
    { step: 'delivered', label: 'Email delivered', state: 'pending', timestamp: null },
  ],
  final: null,
  delayed: false,
  recognised: true,
};

const statements = [
  { title: 'A statement', text: 'One or two sentences of what there is to say about it.', icon: 'home' },
  { title: 'Another one', text: 'Three stand beside each other, four two by two.', icon: 'clock' },
  { title: 'The last', text: 'As steps they have numbers.', icon: 'check' },
] as const;

/** The components of the site, each in the states that it can be in. */
export function StyleComponents() {
  return (
    <section className="section section-tint" aria-labelledby="components">
      <div className="container stack">
        <h2 id="components">Components</h2>
        <Actions />
        <Messages />
        <h3>Statements</h3>
        <Points look="steps" points={statements.map(({ title, text }) => ({ title, text }))} />
        <Points look="cards" points={statements} />
        <Fields />
        <DeliveryTimeline id="style-delivery" delivery={delivery} givenUp={false} />
      </div>
    </section>
  );
}

function Actions() {
  return (
    <>
      <h3>Links and buttons</h3>
      <p className="cluster">
        <LinkButton href={stylePath}>Button</LinkButton>
        <LinkButton href={stylePath} look="outline">
          Outline
        </LinkButton>
        <LinkButton href={stylePath} small>
          Small
        </LinkButton>
        <button type="button" className="button" disabled>
          Disabled
        </button>
        <A href={stylePath} className="link-arrow">
          With an arrow <Icon name="arrow" />
        </A>
        <A href={stylePath}>In a sentence</A>
      </p>
      <ul className="chips">
        <li>
          <A href={stylePath} className="chip" aria-current="page">
            Chosen
          </A>
        </li>
        <li>
          <A href={stylePath} className="chip">
            Chip
          </A>
        </li>
      </ul>
      <Pagination page={4} pageCount={9} pathOf={() => stylePath} />
    </>
  );
}

function Messages() {
  return (
    <>
      <h3>Surfaces and messages</h3>
      <div className="grid">
        <div className="panel">
          <p className="eyebrow">Eyebrow</p>
          <p>A panel, with small words below.</p>
          <p className="small">Small words.</p>
        </div>
        <div className="panel">
          <CheckList lines={['One line of a list', 'A second line, which is so long that it breaks']} />
        </div>
        <p className="notice">A notice.</p>
        <p className="notice notice-success">Something went well.</p>
        <p className="notice notice-error">Something went wrong.</p>
        <ConnectionError variant="block" />
      </div>
      <p>
        In a line: <ConnectionError variant="inline" />
      </p>
      <NoPosts>Nothing has been written under this heading yet.</NoPosts>
      <div className="style-pending">
        <Loading notice="block" />
      </div>
    </>
  );
}

function Fields() {
  const errors = [{ controlId: 'style-wrong', message: 'Enter an email address' }];
  return (
    <>
      <h3>Fields</h3>
      <form className="form" method="get" action={stylePath}>
        <ErrorSummary id="style-errors" errors={errors} />
        <FormField id="style-name" name="name" label="Name" error={undefined} required half help="With help.">
          {(attributes) => <input {...attributes} type="text" autoComplete="off" />}
        </FormField>
        <FormField id="style-wrong" name="email" label="Email" error="Enter an email address" required half>
          {(attributes) => <input {...attributes} type="email" defaultValue="nobody" autoComplete="off" />}
        </FormField>
        <FormField id="style-choice" name="choice" label="Service" error={undefined}>
          {(attributes) => (
            <select {...attributes}>
              <option>Select a service</option>
            </select>
          )}
        </FormField>
        <FormField id="style-off" name="off" label="Cannot be filled in" error={undefined}>
          {(attributes) => <input {...attributes} type="text" disabled />}
        </FormField>
        <FormChoice id="style-check" name="check" label="A choice" error={undefined} checked />
        <button type="submit" className="button">
          Send
        </button>
      </form>
    </>
  );
}
