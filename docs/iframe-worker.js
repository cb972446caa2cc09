// The search of the site runs in a worker, which browsers refuse to pages opened from a disk; there a hidden frame takes its place.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(script) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...scripts) => scripts.reduce((before, one) => before.then(() => this.load(one)), Promise.resolve());
      this.ready = this.load(script);
    }

    load(script) {
      return new Promise((done, failed) => {
        const element = this.frame.contentDocument.createElement("script");
        Object.assign(element, { src: script, onload: done, onerror: failed });
        this.frame.contentDocument.body.append(element);
      });
    }

    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
