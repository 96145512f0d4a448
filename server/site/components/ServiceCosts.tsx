import { useStyles } from '../../../shared/useStyles.ts';
import type { Service } from '../../content/collections/services.ts';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { moneyText, priceText } from '../money.ts';

/** What a service costs, what affects the price, and an example bill; nothing if content has none of it. */
export function ServiceCosts({ service }: { readonly service: Service }) {
  const editable = useEditable();
  const row = editedRow('services', service);
  const { price, priceFactors, exampleTitle, exampleBill } = service;
  const isEmpty = price === null && priceFactors === null && exampleBill.length === 0;
  useStyles(!isEmpty && 'service', exampleBill.length > 0 && 'figures');
  if (isEmpty) return null;
  const amounts = exampleBill.map(({ cost }) => cost.amount);
  return (
    <section className="section service-costs" aria-labelledby="costs">
      <div className="container split split-wide">
        <div className="stack" {...editable(row, 'priceFrom', 'priceUnit', 'priceFactors')}>
          <EditLink row={row} />
          <h2 id="costs">What it costs</h2>
          {price && <p className="service-price">{priceText(price)}</p>}
          {priceFactors && (
            <p>
              <strong>What moves the price:</strong> {priceFactors}
            </p>
          )}
        </div>
        {exampleBill.length > 0 && (
          <table className="figures" {...editable(row, 'exampleTitle', 'exampleBill')}>
            <caption>{exampleTitle ?? 'An example'}</caption>
            <tbody>
              {exampleBill.map(({ item, cost }, at) => (
                // By position: an editor may write the same line twice.
                <tr key={at}>
                  <th scope="row">{item}</th>
                  <td>{moneyText(cost, amounts)}</td>
                </tr>
              ))}
            </tbody>
            <Total bill={exampleBill} />
          </table>
        )}
      </div>
    </section>
  );
}

/** The sum of several lines, which share the service's currency. */
function Total({ bill }: { readonly bill: Service['exampleBill'] }) {
  const [first] = bill;
  if (!first || bill.length === 1) return null;
  const amounts = bill.map(({ cost }) => cost.amount);
  const amount = amounts.reduce((sum, each) => sum + each, 0);
  return (
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td>{moneyText({ ...first.cost, amount }, amounts)}</td>
      </tr>
    </tfoot>
  );
}
