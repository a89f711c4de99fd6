/** Each round must come to what the first one came to. @throws in the round that does not */
export function theSame(what: string): (value: string | number) => void {
  let first: string | number | undefined
  return (value) => {
    first ??= value
    if (value !== first) throw new Error(`wrong answer: the first round found ${first} ${what}, this one ${value}`)
  }
}
