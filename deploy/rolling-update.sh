#!/bin/sh
# Replaces one node without one failed request: takes it out of nginx, waits for what it still does, restarts it, waits
# until it is ready, brings it back. Run it for one node after the other, on the machine of nginx:
#   rolling-update.sh 10.0.0.11:3000 ssh node1 'systemctl restart lectern'
set -eu

NODES=${NODES:-/etc/nginx/lectern-nodes.conf}
NGINX=${NGINX:-nginx}
READY_SECONDS=${READY_SECONDS:-60}

if [ $# -lt 2 ]; then
    echo "Usage: rolling-update.sh <address of the node> <command that restarts it>" >&2
    exit 1
fi
node=$1
shift

if ! grep -q "^server $node " "$NODES"; then
    echo "$node is not in $NODES." >&2
    exit 1
fi
if [ "$(grep '^server ' "$NODES" | grep -cv ' down;')" -lt 2 ]; then
    echo "$node is the only node. Nothing was changed." >&2
    exit 1
fi

# The workers that knew the node; each ends when its last request has ended.
former_workers() {
    for worker in $former; do
        if kill -0 "$worker" 2>/dev/null; then return 0; fi
    done
    return 1
}

master=$(cat "${NGINX_PID:-/run/nginx.pid}")
former=$(pgrep -P "$master")
sed -i "/^server $node /s/;\$/ down;/" "$NODES"
$NGINX -t -q
$NGINX -s reload
waited=0
while former_workers && [ "$waited" -lt 300 ]; do
    sleep 0.1
    waited=$((waited + 1))
done

"$@"

waited=0
until curl -fsS -o /dev/null --max-time 2 "http://$node/readyz" 2>/dev/null; do
    if [ "$waited" -ge "$READY_SECONDS" ]; then
        echo "$node is not ready after $READY_SECONDS s. It stays out of nginx; the other nodes go on." >&2
        exit 1
    fi
    sleep 1
    waited=$((waited + 1))
done

sed -i "/^server $node /s/ down;\$/;/" "$NODES"
$NGINX -s reload
echo "$node is back."
