/**
 * Makes a library of the server noisy, as libraries are: it prints when it is loaded and while it is used, writes to
 * stdout past the console, and warns.
 */
import { registerHooks } from 'node:module'

const noise = `
console.log('noise at import')
setInterval(() => {
  console.log('noise by console')
  process.stdout.write('noise by write\\n')
  process.emitWarning('noise as warning')
}, 5).unref()
`

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!/\/node_modules\/yaml\/dist\/index\.js$/.test(url) || loaded.source == null) return loaded
    return { ...loaded, source: `${loaded.source}\n${noise}` }
  },
})
