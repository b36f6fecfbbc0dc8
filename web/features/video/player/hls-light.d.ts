/** The package has no types for its light build, which has everything that our videos need. */
declare module 'hls.js/light' {
  import Hls from 'hls.js'

  export default Hls
}
