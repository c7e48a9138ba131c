// Loaded at the end of each prerendered page.
(function () {
  var address = document.currentScript.dataset.entry;
  var begun = false;
  var begin = function () {
    if (begun) return;
    begun = true;
    var script = document.createElement('script');
    script.type = 'module';
    script.src = address;
    document.head.append(script);
  };
  var isSignedIn = function () {
    try {
      return localStorage.getItem('tessera-session') !== null;
    } catch (refused) {
      return false;
    }
  };
  // Signed-in users have a different header. And whatever the address contains, such as a referral code, must be
  // processed before a link can be followed.
  if (isSignedIn() || location.search || location.hash) {
    document.getElementById('root').replaceChildren();
    return begin();
  }
  // Starting the app blocks the main thread for a while, so the page is painted first. One in the background never is.
  requestAnimationFrame(function () {
    setTimeout(begin);
  });
  setTimeout(begin, 300);
})();
