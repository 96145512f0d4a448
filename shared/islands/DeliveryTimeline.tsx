import { deliveryDelayedText, deliveryFailedText, deliveryUnknownText } from '../contactWording.ts';
import { type Delivery, type DeliveryStep, type StepStatus, shortReference } from '../deliveryStatus.ts';
import { Icon } from '../ui/Icon.tsx';
import { useStyles } from '../useStyles.ts';
import { timeZone } from '../words.ts';

interface DeliveryTimelineProps {
  /** The message's number. */
  readonly number: string;
  readonly delivery: Delivery;
  /** Polling has ended. */
  readonly hasEnded: boolean;
}

const statusWords: Readonly<Record<StepStatus, string>> = {
  pending: 'Waiting',
  in_progress: 'In progress',
  completed: 'Done',
};

/** The delivery steps of a message: submitted, sent, delivered. */
export function DeliveryTimeline({ number, delivery, hasEnded }: DeliveryTimelineProps) {
  useStyles('deliveryTimeline', 'notices');
  // On the page of a message that failed, another may be sent and followed.
  const titleId = `delivery-${number}`;
  return (
    <section className="timeline" aria-labelledby={titleId}>
      <h2 id={titleId}>Where your message is</h2>
      <ol className="timeline-steps">
        {delivery.steps.map((step) => (
          <Step key={step.step} step={step} failed={delivery.final === 'failed'} />
        ))}
      </ol>
      <div role="status">
        {delivery.final === 'failed' && <p className="notice notice-error">{deliveryFailedText}</p>}
        {delivery.resendStatus === 'delivery_delayed' && delivery.final === null && (
          <p className="notice">{deliveryDelayedText}</p>
        )}
        {hasEnded && delivery.final === null && (
          <p className="notice">{deliveryUnknownText(shortReference(number))}</p>
        )}
        <p className="visually-hidden">{progressOf(delivery)}</p>
      </div>
    </section>
  );
}

/** What a screen reader announces on each change: the last completed step. */
function progressOf(delivery: Delivery): string {
  const last = delivery.steps.filter(({ status }) => status === 'completed').at(-1);
  return delivery.final === 'failed' || !last ? '' : last.label;
}

interface StepProps {
  readonly step: DeliveryStep;
  /** The message will not arrive: the remaining steps are shown as not done instead of pending. */
  readonly failed: boolean;
}

function Step({ step, failed }: StepProps) {
  const notDone = failed && step.status !== 'completed';
  return (
    <li
      className={`timeline-step timeline-${notDone ? 'failed' : step.status}`}
      data-step={step.step}
      data-state={step.status}
    >
      <span className="timeline-mark">
        {step.status === 'completed' && <Icon name="check" />}
        {notDone && <Icon name="close" />}
      </span>
      <span className="timeline-label">{step.label}</span>
      {/* A new element for each state: React cannot change a text that a translator has replaced. */}
      <span key={notDone ? 'notDone' : step.status} className="timeline-state">
        <span className="visually-hidden">: </span>
        {notDone ? 'Not done' : statusWords[step.status]}
        {step.timestamp !== null && (
          <>
            {', '}
            <time dateTime={step.timestamp}>{companyTime.format(new Date(step.timestamp))}</time>
          </>
        )}
      </span>
    </li>
  );
}

// In the company's time zone: the server does not know the visitor's, and its markup must match on hydration.
const companyTime = new Intl.DateTimeFormat('en-US', {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
