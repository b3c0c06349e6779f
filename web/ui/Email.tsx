import { Fragment } from 'react'

/** Where it does not fit on one line, an address is cut before its @ or a dot, and never in the middle of a word. */
export function Email({ address }: { address: string }) {
  return address.split(/(?=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address stay in their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
