import { Fragment } from 'react'

/** Where it does not fit on one line, an address is cut before its @, or before a dot of the name, and not within a word. */
export function Email({ address }: { address: string }) {
  return address.split(/(?=@|\..*@)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address stay in their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
